import { TextField } from '~/design/text-field'
import type { NightEditor } from './use-night-editor'

type PlaceSectionProps = {
  editor: NightEditor
  /** Tickets that are sold or held: fewer people than that would not all come in. */
  soldOrHeld: number
}

export function PlaceSection({ editor, soldOrHeld }: PlaceSectionProps) {
  const { values, change, errorOf } = editor
  return (
    <section id="place" aria-labelledby="place-h">
      <h2 className="t2" id="place-h" tabIndex={-1}>
        The place
      </h2>
      <div className="f3">
        <div className="w2">
          <TextField
            label="Venue"
            autoComplete="off"
            value={values.venueName}
            error={errorOf('venueName')}
            onChange={(event) => change({ venueName: event.target.value })}
          />
        </div>
        <TextField
          label="Capacity"
          inputMode="numeric"
          autoComplete="off"
          value={values.capacity === null ? '' : String(values.capacity)}
          error={errorOf('capacity')}
          help={soldOrHeld > 0 ? `people; ${soldOrHeld} tickets are sold or held` : 'people'}
          onChange={(event) => change({ capacity: readCount(event.target.value) })}
        />
      </div>
      <div className="f3">
        <div className="w2">
          <TextField
            label="Address"
            autoComplete="off"
            value={values.venueAddress}
            error={errorOf('venueAddress')}
            onChange={(event) => change({ venueAddress: event.target.value })}
          />
        </div>
        <TextField
          label="City"
          autoComplete="off"
          value={values.location}
          error={errorOf('location')}
          onChange={(event) => change({ location: event.target.value })}
        />
      </div>
    </section>
  )
}

/** What is no digit is not written at all; nine digits are more people than there is room for. */
function readCount(text: string): number | null {
  const digits = text.replaceAll(/\D/gu, '').slice(0, 9)
  return digits === '' ? null : Number(digits)
}
