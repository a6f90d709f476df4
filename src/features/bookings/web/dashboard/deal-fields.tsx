import { RadioCards } from '~/design/radio-cards'
import { SwitchRow } from '~/design/switch-row'
import { TextField } from '~/design/text-field'
import { parseAmount } from '~/lib/parse-amount'
import type { BookingDetail } from '../../contract-shapes'
import { DEPOSIT_DAYS } from '../../rules/booking-payment'
import { formatPercent, hasFixedAmount } from '../../rules/deal'
import { dealKinds } from '../../rules/deal-texts'
import { MoneyField } from '../terms/money-field'
import { getPersonName } from './booking-labels'
import { CostRows } from './cost-rows'
import { DealExample } from './deal-example'
import { type DealDraft, type DealErrors, findSharesProblem, getKind, parseDeal } from './deal-draft'
import styles from './deal-fields.module.css'

type DealFieldsProps = {
  booking: BookingDetail
  draft: DealDraft
  /** The current terms in the format of the fields. */
  blank: DealDraft
  errors: DealErrors
  onChange: (change: Partial<DealDraft>) => void
}

/** Edits the deal. Only the fields of the chosen kind are shown; the others keep their values. */
export function DealFields({ booking, draft, blank, errors, onChange }: DealFieldsProps) {
  const { currency } = booking
  const kind = getKind(draft)
  const parsed = parseDeal(draft, currency)
  const isFixed = hasFixedAmount({ kind })
  const describeOffered = (name: 'fee' | 'share') =>
    draft[name] === blank[name] ? 'As offered' : `Offered: ${blank[name] || 'none'}`
  const set = (name: keyof DealDraft) => ({
    value: draft[name],
    error: errors[name],
    onValueChange: (value: string) => onChange({ [name]: value }),
  })
  return (
    <>
      <RadioCards
        legend="Deal"
        hideLegend
        className={styles.kinds}
        value={kind}
        options={dealKinds}
        onValueChange={(next) => onChange({ kind: next })}
      />
      {kind === 'split' ? (
        <SplitShares booking={booking} draft={draft} errors={errors} onChange={onChange} />
      ) : (
        <div className={kind === 'guarantee' ? 'columns-3' : 'columns-2'}>
          {isFixed && (
            <MoneyField
              label={kind === 'flat' ? 'Fee' : 'Guarantee'}
              currency={currency}
              {...set('fee')}
              help={describeOffered('fee')}
            />
          )}
          {kind !== 'flat' && (
            <PercentField
              label="Percentage of net"
              {...set('share')}
              help={draft.share === '' && blank.share === '' ? undefined : describeOffered('share')}
            />
          )}
          {isFixed && (
            <MoneyField
              label="Deposit"
              currency={currency}
              {...set('deposit')}
              help={describeDeposit(draft, blank)}
            />
          )}
        </div>
      )}
      <CostRows
        text={draft.costs}
        currency={currency}
        problem={errors.costs}
        onChange={(costs) => onChange({ costs })}
      />
      {parsed.problems.fee === undefined && parsed.problems.share === undefined && (
        <DealExample
          subject={booking.side === 'dj' ? 'you get' : `${getPersonName(booking.dj)} gets`}
          deal={parsed.deal}
          feeCents={parsed.feeCents}
          currency={currency}
          tickets={booking.event?.tickets ?? null}
        />
      )}
      {isFixed && (
        <>
          <SwitchRow
            label="Guaranteed fee"
            description={`Ticket income of the event is held for the ${kind === 'guarantee' ? 'guarantee' : 'fee'}. The organizer prepays ${
              parseAmount(draft.deposit, currency) ? 'only the deposit' : 'nothing'
            }.`}
            checked={draft.isFeeGuaranteed === 'yes'}
            onChange={({ target }) => onChange({ isFeeGuaranteed: target.checked ? 'yes' : '' })}
          />
          <div className="columns-2">
            <DaysField label="Deposit is refunded until" {...set('freeDays')} />
            <DaysField label="Half the fee is due from" {...set('halfFeeDays')} />
          </div>
        </>
      )}
    </>
  )
}

function describeDeposit(draft: DealDraft, blank: DealDraft): string {
  const due = `${DEPOSIT_DAYS} days after you agree, at the latest when the set starts`
  return draft.deposit === blank.deposit ? `Due ${due}` : `Offered: ${blank.deposit || 'none'}, due ${due}`
}

/** The shares of a door split. The DJ enters only their own, because the shares of other DJs are private. */
function SplitShares({ booking, draft, errors, onChange }: Omit<DealFieldsProps, 'blank'>) {
  const { side, dj, otherShares } = booking
  const isDj = side === 'dj'
  return (
    <div className="columns-3">
      <PercentField
        label={isDj ? 'Your share of net' : getPersonName(dj)}
        value={draft.share}
        error={errors.share}
        help={isDj ? 'The organizer and the other DJs share the rest.' : undefined}
        onValueChange={(share) => onChange({ share })}
      />
      {otherShares.map(({ id, name, basisPoints }) => (
        <TextField key={id} label={name} readOnly value={formatPercent(basisPoints)} help="Agreed" />
      ))}
      {!isDj && (
        <PercentField
          label="You"
          value={draft.ownShare}
          error={findSharesProblem(draft, otherShares)}
          onValueChange={(ownShare) => onChange({ ownShare })}
        />
      )}
    </div>
  )
}

type EntryProps = {
  label: string
  value: string
  error: string | undefined
  help?: string | undefined
  onValueChange: (value: string) => void
}

function PercentField({ onValueChange, ...rest }: EntryProps) {
  return (
    <TextField
      {...rest}
      inputMode="decimal"
      autoComplete="off"
      onChange={({ target }) => onValueChange(target.value)}
      onBlur={() => {
        if (/^\d+(?:[.,]\d+)?$/u.test(rest.value.trim())) onValueChange(`${rest.value.trim()}%`)
      }}
    />
  )
}

function DaysField({ onValueChange, ...rest }: EntryProps) {
  return (
    <TextField
      {...rest}
      help="Days before the set"
      inputMode="numeric"
      autoComplete="off"
      onChange={({ target }) => onValueChange(target.value)}
    />
  )
}
