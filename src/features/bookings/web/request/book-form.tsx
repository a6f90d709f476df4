import type { RefObject } from 'react'
import { classNames } from '~/design/class-names'
import { SelectField } from '~/design/select-field'
import { CURRENCIES, isCurrency } from '~/lib/currency'
import { findZoneHint, findPlaceZone } from '~/lib/city-zones'
import { formatMoney, formatCurrencyName } from '~/lib/money'
import { parseAmount } from '~/lib/parse-amount'
import { TextArea } from '~/design/text-area'
import { TextField } from '~/design/text-field'
import {
  AHEAD_MAX_DAYS,
  ANSWER_DAYS,
  EVENT_TYPE_MAX,
  LOCATION_MAX,
  MESSAGE_MAX,
} from '../../rules/booking-limits'
import { addDays } from '../../rules/days'
import { calculateDeposit } from '../../rules/deposit'
import { withEnd, withPlace } from '../../rules/set-times'
import { ClockField, DateField } from '~/design/date-field'
import { FreeDays } from '../terms/free-days'
import { MoneyField } from '../terms/money-field'
import { SetStartField } from '../terms/set-start-field'
import styles from './book-dialog.module.css'
import {
  type BookProblems,
  type BookFields,
  EVENT_KINDS,
  getCurrency,
  OTHER,
  withCurrency,
} from './book-fields'
import { describeDay, type MonthOfDays } from './day-states'

/** Returns the new place with its time zone, unless the person has chosen a time zone themselves. */
function withZoneOfPlace(fields: BookFields, place: string): Partial<BookFields> {
  const zone = fields.isZoneChosen === '' ? findPlaceZone(place) : undefined
  return { ...(zone !== undefined && withPlace(fields, { timezone: zone })), place }
}

type BookFormProps = {
  djName: string
  depositPercent: number | null
  /** The DJ's rate per event, in US cents. */
  rateCents: number | null
  /** A ref to the place field, the first field without a default value. */
  placeRef: RefObject<HTMLInputElement | null>
  fields: BookFields
  onChange: (fields: BookFields) => void
  problems: BookProblems
  /** The DJ's month around the chosen day, once loaded. */
  month: MonthOfDays | undefined
  /** Free days to suggest when the chosen day is booked. */
  freeDays: readonly string[]
}

export function BookForm(props: BookFormProps) {
  const { djName, depositPercent, rateCents, placeRef, fields, onChange, problems, month, freeDays } = props
  const currency = getCurrency(fields)
  const deposit = calculateDeposit(parseAmount(fields.fee, currency) ?? null, depositPercent)
  const set = (changed: Partial<BookFields>) => onChange({ ...fields, ...changed })
  const today = month?.today
  return (
    <>
      <div className="columns-2">
        <DateField
          label="Date"
          value={fields.day}
          onValueChange={(day) => set(withPlace(fields, { day }))}
          min={today}
          max={today && addDays(today, AHEAD_MAX_DAYS)}
          help={describeDay(month, fields.day)}
          error={problems.day}
          required
        />
        <SelectField
          label="Event type"
          value={fields.kind}
          onChange={(event) => set({ kind: event.target.value })}
          options={EVENT_KINDS.map((kind) => ({ value: kind, label: kind }))}
          error={fields.kind === OTHER ? undefined : problems.kind}
        />
      </div>
      {freeDays.length > 0 && (
        <FreeDays days={freeDays} picked={fields.day} onPick={(day) => set(withPlace(fields, { day }))} />
      )}
      {fields.kind === OTHER && (
        <TextField
          label="Type of event"
          value={fields.otherKind}
          maxLength={EVENT_TYPE_MAX}
          onChange={(event) => set({ otherKind: event.target.value })}
          error={problems.kind}
          required
        />
      )}
      <TextField
        ref={placeRef}
        label="Place"
        placeholder="Venue and town"
        value={fields.place}
        maxLength={LOCATION_MAX}
        onChange={(event) => set(withZoneOfPlace(fields, event.target.value))}
        error={problems.place}
        help={fields.isZoneChosen === '' ? findZoneHint(fields.place, fields.timezone) : undefined}
        required
      />
      <div className={classNames('columns-2', styles.pair)}>
        <SetStartField
          fields={fields}
          onChange={(times) =>
            set({ ...times, ...(times.timezone !== fields.timezone && { isZoneChosen: 'yes' }) })
          }
          error={problems.starts}
          zoneError={problems.timezone}
        />
        <ClockField
          label="Set ends"
          value={fields.ends}
          onValueChange={(ends) => set(withEnd(fields, ends))}
          error={problems.ends}
          required
        />
      </div>
      <div className={classNames('columns-2', styles.pair)}>
        <SelectField
          label="Currency"
          value={currency}
          options={CURRENCIES.map((code) => ({ value: code, label: formatCurrencyName(code) }))}
          onChange={({ target }) =>
            isCurrency(target.value) && set(withCurrency(fields, target.value, rateCents))
          }
        />
        <MoneyField
          label="Your fee"
          currency={currency}
          value={fields.fee}
          onValueChange={(fee) => set({ fee })}
          error={problems.fee}
          help={
            deposit === null ? undefined : `${depositPercent}% deposit: ${formatMoney(deposit, currency)}`
          }
        />
      </div>
      <TextArea
        label="Message"
        labelEnd="Optional"
        rows={3}
        placeholder="The crowd, the sound system, your plans"
        value={fields.message}
        maxLength={MESSAGE_MAX}
        onChange={(event) => set({ message: event.target.value })}
        error={problems.message}
        help={`${djName.split(' ')[0]} can accept, make a counter-offer or decline. Requests expire after ${ANSWER_DAYS} days.`}
      />
    </>
  )
}
