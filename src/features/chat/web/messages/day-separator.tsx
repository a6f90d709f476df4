import { useReaderZone } from '~/design/use-reader-zone'
import { dayWords } from '../../rules/day-separators'

/** CH-06. `now`: undefined until the browser has said where it is. */
export function DaySeparator({ at, now }: { at: string; now: number | undefined }) {
  const zone = useReaderZone()
  return (
    <p className="dv">
      <time dateTime={at} className={zone && now ? undefined : 'unz'}>
        {zone && now ? dayWords(at, new Date(now), zone) : at.slice(0, 10)}
      </time>
    </p>
  )
}
