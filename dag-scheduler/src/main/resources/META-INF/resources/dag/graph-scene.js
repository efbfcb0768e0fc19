// The picture of a job in world coordinates: boxes, links, who is next to whom. Knows nothing of canvas, screen or mouse.

/** Sizes in world pixels. Dense: for pictures of hundreds of single tasks. */
const ROOMY = { column: 250, box: 170, row: 46, height: 36 };
const DENSE = { column: 250, box: 150, row: 30, height: 23 };
const DENSE_FROM = 300;

export class Scene {
  /** `picture`: the answer of GET /jobs/{id}/graph. */
  constructor(picture) {
    this.picture = picture;
    this.size = picture.boxes.length >= DENSE_FROM ? DENSE : ROOMY;
    this.boxes = picture.boxes.map((box, index) => this.#placed(box, index));
    this.width = Math.max(1, picture.levels) * this.size.column - (this.size.column - this.size.box);
    this.height = Math.max(1, picture.height) * this.size.row;
    this.parents = this.boxes.map(() => []);
    this.children = this.boxes.map(() => []);
    this.links = this.#linked(picture.links);
    this.critical = new Set(picture.criticalPath);
    this.criticalLinks = new Set(picture.criticalPath.slice(1).map((box, at) => `${picture.criticalPath[at]}>${box}`));
    this.columns = this.#columns();
  }

  #placed(box, index) {
    const { column, row, height } = this.size;
    return { ...box, index, x: box.level * column, top: box.y * row - height / 2, middle: box.y * row, lanes: box.lanes ?? [] };
  }

  #linked(numbers) {
    const links = [];
    for (let at = 0; at < numbers.length; at += 3) {
      const [from, to, count] = [numbers[at], numbers[at + 1], numbers[at + 2]];
      links.push({ from, to, count });
      this.children[from].push(to);
      this.parents[to].push(from);
    }
    return links;
  }

  /** The boxes of each level from top to bottom. */
  #columns() {
    const columns = Array.from({ length: this.picture.levels }, () => []);
    this.boxes.forEach((box) => columns[box.level]?.push(box));
    columns.forEach((column) => column.sort((one, other) => one.y - other.y));
    return columns;
  }

  /** Draws a link into a path: out of the box, along its lanes, into the next box. Without lanes, which very long ones have not, at once. */
  trace(link, path) {
    const { column, box, row } = this.size;
    const from = this.boxes[link.from];
    const to = this.boxes[link.to];
    let [x, y] = [from.x + box, from.middle];
    path.moveTo(x, y);
    if (to.level - from.level - 1 > from.lanes.length) {
      return curve(path, x, y, to.x, to.middle);
    }
    for (let level = from.level + 1; level < to.level; level++) {
      const lane = from.lanes[level - from.level - 1] * row;
      curve(path, x, y, level * column, lane);
      path.lineTo(level * column + box, lane);
      [x, y] = [level * column + box, lane];
    }
    curve(path, x, y, to.x, to.middle);
  }

  isCritical(link) {
    return this.criticalLinks.has(`${link.from}>${link.to}`);
  }

  /** The box at a point, or null. */
  at(x, y) {
    const level = Math.floor(x / this.size.column);
    if (x - level * this.size.column > this.size.box) {
      return null;
    }
    return this.columns[level]?.find((box) => y >= box.top && y <= box.top + this.size.height) ?? null;
  }

  byId(id) {
    return this.boxes.find((box) => box.id === id) ?? null;
  }

  /** The neighbour in a direction, for the arrow keys: parents are left, children right. */
  next(box, key) {
    const near = (candidates) => candidates
      .map((index) => this.boxes[index])
      .sort((one, other) => Math.abs(one.y - box.y) - Math.abs(other.y - box.y))[0] ?? box;
    const column = this.columns[box.level];
    const at = column.indexOf(box);
    switch (key) {
      case "ArrowLeft": return near(this.parents[box.index]);
      case "ArrowRight": return near(this.children[box.index]);
      case "ArrowUp": return column[Math.max(0, at - 1)];
      case "ArrowDown": return column[Math.min(column.length - 1, at + 1)];
      default: return box;
    }
  }
}

function curve(path, fromX, fromY, toX, toY) {
  const bend = (toX - fromX) * 0.5;
  path.bezierCurveTo(fromX + bend, fromY, toX - bend, toY, toX, toY);
}
