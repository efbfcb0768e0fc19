// What the shared pages of kit-ui have to know about this service: its name, and its own pages before the common ones.
export default {
  name: "metrics",
  tabs: [
    { href: "/", label: "Traffic" },
    { href: "/limits.html", label: "Limits", below: ["/policy.html"] },
    { href: "/series.html", label: "Series" },
    { href: "/vitals.html", label: "Vitals" },
  ],
  scopes: [
    { name: "record", meaning: "tell of requests and connections" },
    { name: "limit", meaning: "ask whether a request may go on" },
  ],
};
