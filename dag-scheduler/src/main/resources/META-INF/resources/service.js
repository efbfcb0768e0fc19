// What the shared pages of kit-ui have to know about this service: its name, and its own pages before the common ones.
export default {
  name: "dag",
  tabs: [
    { href: "/", label: "Jobs", below: ["/job.html"] },
    { href: "/queues.html", label: "Queues and workers" },
    { href: "/templates.html", label: "Templates" },
    { href: "/vitals.html", label: "Vitals" },
  ],
  scopes: [{ name: "worker", meaning: "claim tasks and answer for them" }],
};
