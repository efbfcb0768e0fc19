// Monitors in lists that people write: by name, and by id where the name would be read as something else.

/** As it is written. `ambiguous` finds what separates names there. */
export const written = ({ id, name }, ambiguous) => (ambiguous.test(name) || isId(name) ? id : name);

/** Who is meant by a name; who has it with other capitals if nobody has it as it stands. */
export const meantBy = (name, monitors) =>
  monitors.find((monitor) => monitor.name === name) ?? monitors.find((monitor) => monitor.name.toLowerCase() === name.toLowerCase());

export const isId = (text) => text.startsWith("mon_");
