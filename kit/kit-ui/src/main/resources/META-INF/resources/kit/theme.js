// A classic script in <head>: the chosen theme must be known before the first paint, a module would flash.
document.documentElement.dataset.theme = localStorage.getItem("hotstate.theme") ?? "system";
