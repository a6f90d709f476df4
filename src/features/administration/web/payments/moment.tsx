import { useReaderZone } from '~/design/use-reader-zone'
import { formatShort } from '~/lib/time'

/** A time in the reader’s zone; empty on the server, which doesn’t know the zone. */
export function Moment({ at, className }: { at: string; className?: string }) {
  const zone = useReaderZone()
  return (
    <time dateTime={at} className={className}>
      {zone !== undefined && formatShort(at, zone)}
    </time>
  )
}
