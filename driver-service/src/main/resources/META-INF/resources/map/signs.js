// How a driver looks: an arrow that can be had, an arrow in a ring that is busy, a dash that has left. Drawn once for each direction,
// then only copied: thousands of copies fit into a frame, thousands of paths do not.
import { colour, onThemeChange } from "./colours.js";

const DIRECTIONS = 32;
const TURN = 2 * Math.PI;
const LOOKS = { AVAILABLE: "good", BUSY: "busy", OFFLINE: "idle" };
export const WORDS = { AVAILABLE: "available", BUSY: "busy", OFFLINE: "offline" };

const signs = new Map();
onThemeChange(() => signs.clear());

/** A canvas, twice `reach` wide, for a driver that goes that way; null: it stands. */
export function signOf(status, heading, size) {
  const direction = heading === null ? -1 : Math.round((heading / TURN) * DIRECTIONS + DIRECTIONS) % DIRECTIONS;
  const key = `${status} ${direction} ${size} ${devicePixelRatio}`;
  if (!signs.has(key)) {
    signs.set(key, draw(status, direction === -1 ? null : (direction / DIRECTIONS) * TURN, size));
  }
  return signs.get(key);
}

export const reachOf = (size) => size + 4;

function draw(status, heading, size) {
  const reach = reachOf(size);
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = Math.ceil(2 * reach * devicePixelRatio);
  const context = canvas.getContext("2d");
  context.scale(devicePixelRatio, devicePixelRatio);
  context.translate(reach, reach);
  context.fillStyle = context.strokeStyle = colour(LOOKS[status]);
  context.lineJoin = "round";
  if (status === "OFFLINE") {
    context.fillRect(-size * 0.7, -1.2, size * 1.4, 2.4);
    return canvas;
  }
  const part = status === "BUSY" ? 0.72 : 1;
  if (heading === null) {
    context.beginPath();
    context.arc(0, 0, size * 0.55 * part, 0, TURN);
    outlined(context);
  } else {
    context.save();
    context.rotate(heading);
    context.beginPath();
    context.moveTo(0, -size * part);
    context.lineTo(size * 0.68 * part, size * 0.8 * part);
    context.lineTo(0, size * 0.42 * part);
    context.lineTo(-size * 0.68 * part, size * 0.8 * part);
    context.closePath();
    outlined(context);
    context.restore();
  }
  if (status === "BUSY") {
    context.beginPath();
    context.arc(0, 0, size + 0.5, 0, TURN);
    context.lineWidth = 1.3;
    context.stroke();
  }
  return canvas;
}

/** A rim in the colour of the ground keeps neighbours apart. */
function outlined(context) {
  context.save();
  context.strokeStyle = colour("canvas");
  context.lineWidth = 1.6;
  context.stroke();
  context.restore();
  context.fill();
}
