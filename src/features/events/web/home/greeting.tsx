import { useSyncExternalStore } from 'react'
import { formatDay } from '~/lib/time'

/** The day and the hour are the reader's; the server does not know them and says Hello. */
export function Greeting({ fullName }: { fullName: string }) {
  const moment = useSyncExternalStore(never, readMoment, () => undefined)
  const [day = '\u00A0', greeting = 'Hello'] = moment?.split('\n') ?? []
  return (
    <div className="hello">
      <p className="m3 b">{day}</p>
      <h1 className="d2">
        {greeting}, {fullName.trim().split(/\s+/u)[0]}.
      </h1>
    </div>
  )
}

const never = () => () => undefined

// One text, so that it is the same value as long as it says the same.
function readMoment(): string | undefined {
  const now = new Date()
  const day = formatDay(now, Intl.DateTimeFormat().resolvedOptions().timeZone)
  return `${day.replace(/ \d{4}$/u, '')}\n${greetingAt(now.getHours())}`
}

function greetingAt(hour: number): string {
  if (hour < 5) return 'Still up'
  if (hour < 12) return 'Morning'
  return hour < 18 ? 'Afternoon' : 'Evening'
}
