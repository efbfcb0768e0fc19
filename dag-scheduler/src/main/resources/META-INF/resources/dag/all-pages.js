// A list that is short enough to be shown as a whole, though the service hands it out in pages.
import { get } from "/kit/api.js";

const PAGE = 500;
const PAGES_MAX = 10;

export async function getAll(path) {
  const items = [];
  let cursor = "";
  for (let page = 0; page < PAGES_MAX && cursor !== null; page++) {
    const answer = await get(`${path}?limit=${PAGE}${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ""}`, { quiet: true });
    items.push(...answer.items);
    cursor = answer.nextCursor ?? null;
  }
  return items;
}
