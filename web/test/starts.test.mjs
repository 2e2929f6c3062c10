import "./blocked.mjs";
import "./cookies.mjs";
import "./odd.mjs";
import "./offline.mjs";
import "./hostile.mjs";
