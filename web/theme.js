// Stands in the head of every page, so that the first thing drawn has the
// reader's colours. ?theme=dark or ?theme=light shows one of them for a visit.
try {
  const asked = new URLSearchParams(location.search).get("theme");
  const theme = asked || localStorage.getItem("keyrange.theme");
  if (theme === "dark" || theme === "light") document.documentElement.setAttribute("data-theme", theme);
} catch { /* storage is blocked: the system's colours are fine */ }
