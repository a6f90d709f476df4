/** From where somebody came to the page of an event; an order keeps it, and the table `event_traffic` takes no other words. */
export const TRAFFIC_SOURCES = ['list', 'home', 'chat', 'profile', 'direct', 'elsewhere'] as const
export type TrafficSource = (typeof TRAFFIC_SOURCES)[number]

/** What a sale counts under: a visitor's way, or that of whoever did not come to buy; `unknown` where no way was told. As `sale_source` says. */
export const SALE_SOURCES = [...TRAFFIC_SOURCES, 'waitlist', 'given', 'unknown'] as const
export type SaleSource = (typeof SALE_SOURCES)[number]
