// The groups of a status page as people write them, one line each: name: monitor, monitor as label. What would be read as something
// else stands in quotes, and a quote in it twice.
import { meantBy, written } from "./names.js";

const AMBIGUOUS = /[:,"]| as |^\s|\s$/;
const QUOTED = /(^|[:,]| as )\s*("(?:[^"]|"")*")(?=\s*(?:$|[:,]| as ))/g;

/** Holds the place of what was quoted: no name has such a sign. */
const PLACE = "\u0001";

const quoted = (text) => (AMBIGUOUS.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

export function writtenGroups(groups, monitors) {
  const nameOf = (id) => {
    const monitor = monitors.find((candidate) => candidate.id === id);
    return monitor ? written(monitor, /[,"]| as /) : id;
  };
  const member = ({ id, label }) => (label ? `${nameOf(id)} as ${quoted(label)}` : nameOf(id));
  return groups.map((group) => `${quoted(group.name)}: ${group.monitors.map(member).join(", ")}`).join("\n");
}

export const groupsIn = (text, monitors) => text.split("\n").filter((line) => line.trim()).map((line) => groupIn(line, monitors));

function groupIn(line, monitors) {
  const kept = [];
  const plain = line.trim().replace(QUOTED, (all, before, text) => before + PLACE + (kept.push(text) - 1) + PLACE);
  const meant = (part) => {
    const [, place] = /^\u0001(\d+)\u0001$/.exec(part.trim()) ?? [];
    return place ? kept[place].slice(1, -1).replaceAll('""', '"') : part.trim();
  };
  const [, name, members] = /^([^:]*):(.*)$/.exec(plain) ?? [null, plain, ""];
  return {
    name: meant(name),
    monitors: members.split(",").filter((member) => member.trim()).map((member) => {
      const [own, label] = member.split(/ as /).map(meant);
      return { id: meantBy(own, monitors)?.id ?? own, ...(label ? { label } : {}) };
    }),
  };
}
