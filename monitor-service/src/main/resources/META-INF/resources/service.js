// What the shared pages of kit-ui have to know about this service: its name, and its own pages before the common ones.
export default {
  name: "monitor",
  tabs: [
    { href: "/", label: "Monitors", below: ["/monitor.html"] },
    { href: "/incidents.html", label: "Incidents" },
    { href: "/maintenance.html", label: "Maintenance" },
    { href: "/channels.html", label: "Alerts" },
    { href: "/status-pages.html", label: "Status pages" },
    { href: "/vitals.html", label: "Vitals" },
  ],
  scopes: [
    { name: "ping", meaning: "report for jobs by their names" },
    { name: "probe", meaning: "have an address checked at once, as blackbox_exporter does" },
  ],
};
