import { Chip, ChipGroup } from '~/design/chip'
import { shortDay } from './booking-words'

/** Days to go to instead: pressing one takes it. */
export function FreeDays(props: { days: readonly string[]; picked: string; onPick: (day: string) => void }) {
  const { days, picked, onPick } = props
  return (
    <div className="free-days">
      <p className="lab" aria-hidden="true">
        Nearest free days
      </p>
      <ChipGroup label="Nearest free days">
        {days.map((day) => (
          <Chip key={day} pressed={day === picked} onClick={() => onPick(day)}>
            {shortDay(day)}
          </Chip>
        ))}
      </ChipGroup>
    </div>
  )
}
