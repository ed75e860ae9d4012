// The viewer as one file, which has no server: there is nothing to do but look and solve.

import { byId } from "./dom.js";
import { start } from "./view.js";

start(JSON.parse(byId("data").textContent ?? ""), {});
