import service from "/service.js";
import { showVitals } from "/kit/vitals-page.js";

showVitals(service);
