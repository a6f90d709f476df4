interface Place {
  venueName: string
  venueAddress: string
  location: string
}

/**
 * Formats a venue: 'Carriage Works, 14 Holbeck Lane, Leeds LS11'. The city is added only when the address doesn't
 * contain it.
 */
export function formatPlace({ venueName, ...place }: Place): string {
  return [venueName, formatPlaceAddress(place)].filter(Boolean).join(', ')
}

export function formatPlaceAddress({ venueAddress, location }: Omit<Place, 'venueName'>): string {
  const isNamed = venueAddress.toLowerCase().includes(location.toLowerCase())
  return [venueAddress, isNamed ? '' : location].filter(Boolean).join(', ')
}
