// The icon on the tab of the page, by tone. All are fetched at the start and kept: the one that says that the service is gone
// can't be fetched from it any more.
const FILES = { good: "/kit/icon.svg", idle: "/kit/icon.svg", warn: "/kit/icon-warn.svg", bad: "/kit/icon-bad.svg" };
const kept = new Map();

async function keep(file) {
  const response = await fetch(file);
  if (response.ok) {
    kept.set(file, `data:image/svg+xml,${encodeURIComponent(await response.text())}`);
  }
}

for (const file of new Set(Object.values(FILES))) {
  keep(file).catch(() => {}); // Then the address of the file has to do.
}

export function showTabIcon(tone) {
  const file = FILES[tone];
  document.querySelector("link[rel=icon]")?.setAttribute("href", kept.get(file) ?? file);
}
