import { findPlaceZone } from '~/lib/city-zones'

/**
 * Returns the time zone of a profile after its location changed. This is the zone of the new city, unless the person
 * chose another zone or the city is unknown.
 */
export function getZoneAfterLocationChange(
  timezone: string,
  { from, to }: { from: string; to: string },
): string {
  const isChosen = timezone !== '' && timezone !== findPlaceZone(from)
  return isChosen ? timezone : (findPlaceZone(to) ?? timezone)
}
