// From afar: who would hide each other is one circle.

/** Pixels. */
const SQUARE = 64;

/**
 * Sorted into squares that stay where they are on the ground, or all numbers would change with each step to the side. A city on the edge
 * of two squares is one circle all the same: the larger one takes in neighbours that it would hide.
 */
export function clustersOf(seen, origin) {
  const squares = new Map();
  for (const sight of seen) {
    const [column, row] = [Math.floor((sight.left + origin.x) / SQUARE), Math.floor((sight.top + origin.y) / SQUARE)];
    const key = `${column} ${row}`;
    const square = squares.get(key) ?? { column, row, members: [] };
    square.members.push(sight);
    squares.set(key, square);
  }
  const circles = new Map([...squares].map(([key, { column, row, members }]) => [key, { column, row, ...circleOf(members) }]));
  const largestFirst = [...circles].sort(([, one], [, other]) => other.members.length - one.members.length);
  for (const [key, circle] of largestFirst) {
    if (circles.has(key)) {
      const hidden = neighboursOf(circle).filter((neighbour) => circles.has(neighbour) && overlap(circle, circles.get(neighbour)));
      const members = [circle, ...hidden.map((neighbour) => circles.get(neighbour))].flatMap((each) => each.members);
      hidden.forEach((neighbour) => circles.delete(neighbour));
      circles.set(key, circleOf(members));
    }
  }
  return [...circles.values()];
}

function circleOf(members) {
  const mean = (of) => members.reduce((sum, member) => sum + of(member), 0) / members.length;
  return { members, left: mean(({ left }) => left), top: mean(({ top }) => top), radius: 11 + 5 * Math.log10(members.length) };
}

const STEPS = [-1, 0, 1];
const neighboursOf = ({ column, row }) =>
  STEPS.flatMap((right) => STEPS.map((down) => `${column + right} ${row + down}`)).filter((key) => key !== `${column} ${row}`);
const overlap = (one, other) => Math.hypot(one.left - other.left, one.top - other.top) < one.radius + other.radius;
