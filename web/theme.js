// Stands in the head of every page, so that the first thing drawn has the
// reader's colours and sizes. ?theme=dark or ?theme=light shows one of them for
// a visit, and ?embed a page without header and navigation, for a frame on
// another page; ?embed=tree and the like only that part of it.
try {
  const search = new URLSearchParams(location.search);
  const part = search.get("embed");
  if (part !== null) document.documentElement.setAttribute("data-embed", /^(map|tree|plan|task|lesson)$/.test(part) ? part : "");
  const asked = search.get("theme");
  const theme = asked || localStorage.getItem("keyrange.theme");
  if (theme === "dark" || theme === "light") document.documentElement.setAttribute("data-theme", theme);
  const motion = localStorage.getItem("keyrange.motion");
  if (motion === "reduce" || motion === "full") document.documentElement.dataset.motion = motion;
  for (const name of ["guide", "bench"]) {
    const size = localStorage.getItem("keyrange.split." + name);
    if (/^\d+%$/.test(size)) document.documentElement.style.setProperty("--" + name, size);
  }
  if (localStorage.getItem("keyrange.coach")) document.documentElement.dataset.coached = "";
} catch { /* storage is blocked: the system's colours are fine */ }
// A frame without an origin of its own cannot load the page's script from most hosts.
addEventListener("error", ({ target }) => {
  if (target.tagName !== "SCRIPT") return;
  const tell = () => {
    const boot = document.getElementById("boot");
    boot.dataset.state = "failed";
    boot.querySelector(".boot__text").textContent = "The engine cannot start here, because its files cannot be loaded. You can read every page.";
  };
  if (document.readyState === "loading") addEventListener("DOMContentLoaded", tell);
  else tell();
}, true);
