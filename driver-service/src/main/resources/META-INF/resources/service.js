// What the shared pages of kit-ui have to know about this service: its name, and its own pages before the common ones.
export default {
  name: "driver",
  tabs: [
    { href: "/", label: "Map" },
    { href: "/vitals.html", label: "Vitals" },
  ],
  scopes: [{ name: "driver:*", meaning: "be this driver", example: "its id" }],
};
