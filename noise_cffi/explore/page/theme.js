// Dark or light: what was chosen last, else what the system prefers. Before the page is first drawn.

const dark = matchMedia("(prefers-color-scheme: dark)");
function preferred() {
  document.documentElement.dataset.theme = localStorage.getItem("theme") ?? (dark.matches ? "dark" : "light");
}
preferred();
dark.addEventListener("change", preferred);
