/** How many requests this process has received, so that others can leave time to them where there are many. */
export const demand = { requests: 0 };
