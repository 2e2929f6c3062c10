import "./blocked.mjs";
import "./odd.mjs";
