/** Where a visitor of an event came from, as its page's address says; an order keeps it. */
export const TRAFFIC_SOURCES = ['list', 'home', 'chat', 'profile', 'direct', 'elsewhere'] as const
export type TrafficSource = (typeof TRAFFIC_SOURCES)[number]
