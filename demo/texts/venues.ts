import type { Currency } from '~/lib/currency'
import type { Tax } from '~/lib/tax'

export interface SeedVenue {
  name: string
  city: string
  address: string
  zone: string
  currency: Currency
  /** The tax on ticket prices; none by default. */
  tax?: Tax
  /** Units of the venue's currency per dollar in the demo texts; 1 by default. */
  perDollar?: number
}

export const venues = {
  annex: {
    name: 'The Annex',
    city: 'New York',
    address: '61 Grattan Street, Brooklyn, NY 11206',
    zone: 'America/New_York',
    currency: 'USD',
  },
  canal: {
    name: 'Unit 7, Canal Yard',
    city: 'London',
    address: 'Hepscott Road, London E9',
    zone: 'Europe/London',
    currency: 'GBP',
  },
  carriage: {
    name: 'Carriage Works',
    city: 'Leeds',
    address: '14 Holbeck Lane, Leeds LS11',
    zone: 'Europe/London',
    currency: 'GBP',
  },
  cistern: {
    name: 'The Cistern',
    city: 'Berlin',
    address: 'Köpenicker Straße 177, 10179 Berlin',
    zone: 'Europe/Berlin',
    currency: 'EUR',
    tax: { mode: 'included', ratePpm: 190_000 },
  },
  depot: {
    name: 'Tram Depot',
    city: 'Melbourne',
    address: '3 Kerr Street, Fitzroy VIC 3065',
    zone: 'Australia/Melbourne',
    currency: 'AUD',
  },
  ferry: {
    name: 'Ferry Shed B',
    city: 'New York',
    address: 'Pier 41, Van Brunt Street, Brooklyn, NY 11231',
    zone: 'America/New_York',
    currency: 'USD',
  },
  halden: {
    name: 'Room 2 at Halden',
    city: 'Manchester',
    address: '2 Halden Street, Manchester M4',
    zone: 'Europe/London',
    currency: 'GBP',
  },
  kvarn: {
    name: 'Kvarn 4',
    city: 'Malmö',
    address: 'Industrigatan 20, 212 14 Malmö',
    zone: 'Europe/Stockholm',
    currency: 'SEK',
    perDollar: 10,
  },
  loom: {
    name: 'Loom Hall',
    city: 'Glasgow',
    address: '88 Templeton Street, Glasgow G40',
    zone: 'Europe/London',
    currency: 'GBP',
  },
  observatory: {
    name: 'Observatory',
    city: 'Amsterdam',
    address: 'Papaverweg 34, 1032 KJ Amsterdam',
    zone: 'Europe/Amsterdam',
    currency: 'EUR',
  },
  pier: {
    name: 'Pier Shed',
    city: 'Rotterdam',
    address: 'Keilestraat 9, 3029 BP Rotterdam',
    zone: 'Europe/Amsterdam',
    currency: 'EUR',
  },
  rooftop: {
    name: 'Rooftop Nine',
    city: 'Melbourne',
    address: 'Level 9, 41 Swanston Street, Melbourne VIC 3000',
    zone: 'Australia/Melbourne',
    currency: 'AUD',
  },
  salt: {
    name: 'Salt House',
    city: 'Lagos',
    address: '5 Oyinkan Abayomi Drive, Ikoyi, Lagos',
    zone: 'Africa/Lagos',
    // The naira isn’t among the currencies of events.
    currency: 'USD',
  },
  tidewater: {
    name: 'Tidewater Dock',
    city: 'Rotterdam',
    address: 'Maashaven Oostzijde 230, 3072 HS Rotterdam',
    zone: 'Europe/Amsterdam',
    currency: 'EUR',
  },
} satisfies Record<string, SeedVenue>

export type VenueKey = keyof typeof venues
