// All policies with their last hour: what both pages of limits ask for again and again.
import { get, put, remove } from "/kit/api.js";
import { Poll } from "/kit/poll.js";
import { toast } from "/kit/toast.js";

const PERIOD_MILLIS = 4000;
const PAGE = 500;

/** Values: { policies: [{ ...policy, hour }], live }. */
export const policiesPoll = () => new Poll(look, { periodMillis: PERIOD_MILLIS });

async function look() {
  const [policies, hours, live] = await Promise.all([allPolicies(), get("/last-hour/policies", { quiet: true }), get("/last-hour", { quiet: true })]);
  const byPolicy = new Map(hours.items.map((hour) => [hour.policy, hour]));
  return { policies: policies.map((policy) => ({ ...policy, hour: byPolicy.get(policy.id) ?? null })), live: live.now };
}

async function allPolicies() {
  const items = [];
  let cursor = null;
  do {
    const page = await get(`/policies?limit=${PAGE}${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ""}`, { quiet: true });
    items.push(...page.items);
    cursor = page.nextCursor ?? null;
  } while (cursor);
  return items;
}

export const addressOf = (id) => `/policy.html?id=${encodeURIComponent(id)}`;

/** Undo brings it back as it was, unless somebody has made another one of the same name since. */
export async function deletePolicy(policy, onChange) {
  await remove(`/policies/${encodeURIComponent(policy.id)}`);
  toast(`${policy.id} is deleted`, {
    undo: async () => {
      try {
        await put(`/policies/${encodeURIComponent(policy.id)}?version=0`, policy.spec);
        toast(`${policy.id} is back`);
      } catch (problem) {
        toast(`${policy.id} did not come back: ${problem.message}`, { state: "failed" });
      }
      onChange();
    },
  });
}

/** Series by name, without the minute that goes on: it would look like a fall. It is drawn as long as there is nothing before it. */
export function minutesOver(series) {
  const over = Object.entries(series).map(([name, points]) => [name, points.slice(0, -1)]);
  return over.some(([, points]) => points.some((point) => point > 0)) ? Object.fromEntries(over) : series;
}

export const decisionsOf = (hour) => (hour ? hour.allowed + hour.denied : 0);
