/** From where somebody came to the page of an event; an order keeps it, and the table `event_traffic` takes no other words. */
export const TRAFFIC_SOURCES = ['list', 'home', 'chat', 'profile', 'direct', 'elsewhere'] as const
export type TrafficSource = (typeof TRAFFIC_SOURCES)[number]
