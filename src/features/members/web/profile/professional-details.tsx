import { useId, useState } from 'react'
import { getGenrePaperStock } from '~/design/flyer/paper-stocks'
import { SelectField } from '~/design/select-field'
import { TextField } from '~/design/text-field'
import { VisuallyHidden } from '~/design/visually-hidden'
import { formatMoney } from '~/lib/money'
import { formatZone } from '~/lib/time'
import { ZoneSelect } from '~/design/zone-select'
import { type Genre, GENRES } from '../../rules/genre'
import { GENRES_MAX } from '../../rules/profile-limits'
import { listWeekdays } from '../../rules/weekday'
import { EquipmentRows } from './equipment-rows'
import { FormSection } from './form-section'
import styles from './profile.module.css'
import { parseCents, parsePercent } from './parse-draft'
import type { ProfileForm } from './use-profile-form'
import { Chip, ChipGroup } from '~/design/chip'
import { classNames } from '~/design/class-names'

type TimeZoneFieldProps = {
  value: string
  error: string | undefined
  onValueChange: (zone: string) => void
}

const RANGES = [
  'Under $500',
  '$500 to $1,000',
  '$1,000 to $1,500',
  '$1,500 to $2,500',
  '$2,500 to $5,000',
  'Over $5,000',
]

/** PR-01, the second tab. PR-02: only DJs have a genre and price range. */
export function ProfessionalDetails({ form }: { form: ProfileForm }) {
  const { draft, problems, change } = form
  const isDj = draft.memberTypes.includes('dj')
  return (
    <>
      {isDj && (
        <FormSection title="What you play" about="These set your card’s color on Discover.">
          <GenresField
            chosen={draft.genres}
            onChange={(genres) => change({ genres })}
            error={problems['genres']}
          />
        </FormSection>
      )}
      <FormSection title="What it costs">
        <div className={isDj ? 'columns-3' : 'columns-2'}>
          {isDj && (
            <SelectField
              label="Price Range"
              options={listPriceRanges(draft.priceRange)}
              value={draft.priceRange}
              error={problems['priceRange']}
              onChange={({ target }) => change({ priceRange: target.value })}
            />
          )}
          <TextField
            label="Rate per event"
            inputMode="decimal"
            autoComplete="off"
            placeholder="$0.00"
            maxLength={20}
            value={draft.rate}
            error={problems['rate']}
            help="In US dollars. Clients can offer other currencies."
            onChange={({ target }) => change({ rate: target.value })}
            onBlur={() => {
              const cents = parseCents(draft.rate)
              if (typeof cents === 'number') change({ rate: formatMoney(cents, 'USD') })
            }}
          />
          <TextField
            label="Deposit"
            inputMode="numeric"
            autoComplete="off"
            placeholder="0%"
            maxLength={6}
            value={draft.deposit}
            error={problems['deposit']}
            onChange={({ target }) => change({ deposit: target.value })}
            onBlur={() => {
              const percent = parsePercent(draft.deposit)
              if (typeof percent === 'number') change({ deposit: `${percent}%` })
            }}
          />
        </div>
      </FormSection>
      <FormSection
        title={isDj ? 'When you play' : 'When you work'}
        about="Your usual days. Bookings and holds block single dates automatically."
      >
        <div className="field">
          <span className="label" aria-hidden="true">
            Availability days
          </span>
          <AvailabilityDaysField
            chosen={draft.availabilityDays}
            onChange={(availabilityDays) => change({ availabilityDays })}
          />
        </div>
        <TimeZoneField
          value={draft.timezone}
          error={problems['timezone']}
          onValueChange={(timezone) => change({ timezone })}
        />
      </FormSection>
      <FormSection
        title="Equipment"
        about="What you bring, and what you need at the venue. Say in each line which it is."
      >
        <EquipmentRows form={form} />
      </FormSection>
    </>
  )
}

type GenresProps = {
  chosen: readonly Genre[]
  onChange: (chosen: Genre[]) => void
  error: string | undefined
}

function GenresField({ chosen, onChange, error }: GenresProps) {
  const isFull = chosen.length >= GENRES_MAX
  const [first] = chosen
  return (
    <div className="field">
      <span className="label" aria-hidden="true">
        Genre
      </span>
      <ChipGroup className={styles.genres} label="Genre" aria-describedby="genre-help">
        {GENRES.map((genre) => {
          const isChosen = chosen.includes(genre)
          return (
            <Chip
              key={genre}
              stock={getGenrePaperStock(genre)}
              alwaysShowsDot
              pressed={isChosen}
              aria-disabled={(isFull && !isChosen) || undefined}
              onClick={() => {
                if (isChosen) onChange(chosen.filter((other) => other !== genre))
                else if (!isFull) onChange([...chosen, genre])
              }}
            >
              {genre}
            </Chip>
          )
        })}
      </ChipGroup>
      {error && <p className="field-error">{error}</p>}
      <p className="hint" id="genre-help" aria-live="polite">
        Up to three. The first one is your main genre{first && chosen.length > 1 ? `: ${first}` : ''}.
      </p>
    </div>
  )
}

type DaysProps = { chosen: readonly number[]; onChange: (chosen: number[]) => void }

function AvailabilityDaysField({ chosen, onChange }: DaysProps) {
  return (
    <fieldset className={styles.days} aria-label="Availability days">
      {listWeekdays(chosen).map(({ name, isAvailable }, place) => {
        const day = place + 1
        const rest = chosen.filter((other) => other !== day)
        return (
          <button
            key={name}
            type="button"
            aria-pressed={isAvailable}
            onClick={() => onChange(isAvailable ? rest : [...rest, day].toSorted((a, b) => a - b))}
          >
            <span aria-hidden="true">{name.slice(0, 2)}</span>
            <VisuallyHidden>{name}</VisuallyHidden>
          </button>
        )
      })}
    </fieldset>
  )
}

function listPriceRanges(current: string): { value: string; label: string }[] {
  const ranges = current === '' || RANGES.includes(current) ? RANGES : [current, ...RANGES]
  return [{ value: '', label: 'Not set' }, ...ranges.map((range) => ({ value: range, label: range }))]
}

/** The field of the person’s time zone. The zone follows their city until they choose a zone. */
function TimeZoneField({ value, error, onValueChange }: TimeZoneFieldProps) {
  const [isChanging, setIsChanging] = useState(false)
  const id = useId()
  const verb = value === '' ? 'Choose' : 'Change'
  const isOpen = isChanging || error !== undefined
  return (
    <div className="field">
      <span className="label">Time zone</span>
      <p className={classNames('row wrap', styles.zone)}>
        <span>{value === '' ? 'No time zone yet.' : formatZone(value)}</span>
        <button
          type="button"
          className="link"
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          aria-label={`${verb} time zone`}
          onClick={() => setIsChanging(!isChanging)}
        >
          {verb}
        </button>
      </p>
      {isOpen && (
        <ZoneSelect id={id} label="Time zone" value={value} error={error} onChosen={onValueChange} />
      )}
      <p className="hint">Follows your location until you choose another one.</p>
    </div>
  )
}
