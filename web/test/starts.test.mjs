import "./blocked.mjs";
import "./odd.mjs";
import "./offline.mjs";
import "./hostile.mjs";
