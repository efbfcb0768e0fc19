// Where on the screen the map can be seen.

const EDGE = 90;

/** Moves the map, if need be, so that a place is not under the panel, which is beside the map or, on a phone, below it. */
export function showBeside(map, place) {
  const panel = document.querySelector(".map-panel .side-panel")?.getBoundingClientRect();
  const stage = map.getContainer().getBoundingClientRect();
  const isBelow = panel && panel.width >= stage.width;
  const right = panel && !isBelow ? stage.right - panel.left : 0;
  const bottom = isBelow ? stage.bottom - panel.top : 0;
  const edge = Math.min(EDGE, (stage.height - bottom) / 3);
  map.panInside(place, { paddingTopLeft: [edge, edge], paddingBottomRight: [right + edge, bottom + edge], animate: false });
}
