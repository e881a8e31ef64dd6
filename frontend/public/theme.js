// Sets the chosen or the system's colour mode on <html> before the first paint. src/app/theme-toggle.tsx has the same
// rule.
(function () {
  var chosen = null;
  try { chosen = localStorage.getItem('theme'); } catch (refused) { /* storage is closed to us: the system decides */ }
  var dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.classList.add(dark ? 'dark' : 'light');
  document.documentElement.style.colorScheme = dark ? 'dark' : 'light';
})();
