// Tabs, as the ARIA Authoring Practices describe them: one stop of the Tab key, arrows choose.
import { element, newId } from "./dom.js";

/**
 * Makes tabs from their names and panels. Calls `chosen` with a name when its tab is selected. Returns the element, and a function
 * that selects a tab by name.
 */
export function makeTabs(label, panels, chosen = () => {}) {
  const list = element("div", { role: "tablist", "aria-label": label });
  const root = element("div", { class: "tabs" }, list);
  const tabs = new Map();
  for (const [name, { count, panel }] of panels) {
    const [tabId, panelId] = [newId("tab"), newId("panel")];
    const tab = element("button", { type: "button", role: "tab", id: tabId, "aria-controls": panelId }, name);
    if (count) tab.append(" ", element("span", { class: "count" }, count));
    tab.addEventListener("click", () => select(name));
    const place = element("div", { role: "tabpanel", id: panelId, "aria-labelledby": tabId, tabindex: "0" }, panel);
    tabs.set(name, { tab, place });
    list.append(tab);
    root.append(place);
  }
  const select = (name) => {
    for (const [other, { tab, place }] of tabs) {
      tab.setAttribute("aria-selected", other === name);
      tab.tabIndex = other === name ? 0 : -1;
      place.hidden = other !== name;
    }
    chosen(name);
  };
  list.addEventListener("keydown", (event) => {
    const names = [...tabs.keys()];
    const at = names.findIndex((name) => tabs.get(name).tab === document.activeElement);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1 + names.length, Home: 0, End: names.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const name = names[to % names.length];
    select(name);
    tabs.get(name).tab.focus();
  });
  return { root, select };
}
