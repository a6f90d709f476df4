interface Place {
  venueName: string
  venueAddress: string
  location: string
}

/** 'Carriage Works, 14 Holbeck Lane, Leeds LS11': the city is added only where the address does not name it already. */
export function placeLine({ venueName, ...place }: Place): string {
  return [venueName, addressLine(place)].filter(Boolean).join(', ')
}

export function addressLine({ venueAddress, location }: Omit<Place, 'venueName'>): string {
  const isNamed = venueAddress.toLowerCase().includes(location.toLowerCase())
  return [venueAddress, isNamed ? '' : location].filter(Boolean).join(', ')
}
