import type { Currency } from '~/lib/currency'
import { X } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Button } from '~/design/button'
import { Form } from '~/design/form'
import { IconButton } from '~/design/icon-button'
import { TextField } from '~/design/text-field'
import { getErrorMessage } from '~/platform/rpc/errors'
import type { Unlocked } from '../../contract-types'
import { computeDiscount } from '../../rules/discount'
import { formatDiscount } from '../../rules/promo-code'
import { isSaleCode, readSaleCode } from '../../rules/sale-code'
import { ordersClient } from '../queries'
import { describeOffSale } from '../sale-window'
import type { Opened } from './opened-codes'
import styles from './code-entry.module.css'

type CodeEntryProps = {
  eventId: string
  timezone: string
  currency: Currency
  codes: string | undefined
  opened: Opened
  onOpened: (opened: Opened, codes: string | undefined) => void
  isRequested: boolean
}

/** Shows the codes that a visitor has entered or that come with the URL, their effects, and a field for another one. */
export function CodeEntry(props: CodeEntryProps) {
  const { eventId, timezone, currency, codes, opened, onOpened, isRequested } = props
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string>()
  const [isChecking, setIsChecking] = useState(false)
  const [isOpen, setIsOpen] = useState(isRequested)
  const field = useRef<HTMLInputElement>(null)
  const put = (next: Opened) => onOpened(next, joinCodes(next))

  const open = async (wanted: readonly string[]) => {
    let next = opened
    for (const code of wanted) {
      try {
        const unlocked = await ordersClient.unlock.call({ eventId, code })
        next = addUnlocked(next, unlocked, { timezone, currency })
        setTyped('')
      } catch (problem) {
        setTyped(code)
        setIsOpen(true)
        setError(getErrorMessage(problem))
      }
    }
    setIsChecking(false)
    put(next)
  }
  const openAddress = useEffectEvent(() => {
    const wanted = (codes ?? '').split('~').map(readSaleCode).filter(isSaleCode).slice(0, 2)
    const missing = wanted.filter((code) => code !== opened.access?.code && code !== opened.promo?.code)
    if (missing.length > 0) void open(missing)
  })
  // Looks up the codes in the URL after the first render.
  useEffect(() => queueMicrotask(() => openAddress()), [])
  useEffect(() => {
    if (isRequested) field.current?.focus()
  }, [isRequested])

  const submit = () => {
    const code = readSaleCode(typed)
    if (code === '') return setError('Enter the code that you were given')
    setIsChecking(true)
    setError(undefined)
    void open([code])
  }
  const { access, promo } = opened
  return (
    <div className={styles.codes} aria-live="polite">
      {access && (
        <EnteredCode
          code={access.code}
          does={`unlocks ${access.types.map(({ name }) => name).join(', ')}`}
          onRemove={() => put(promo ? { promo } : {})}
        />
      )}
      {promo && (
        <EnteredCode
          code={promo.code}
          does={`${promo.label} off`}
          error={promo.error}
          onRemove={() => put(access ? { access } : {})}
        />
      )}
      {isOpen || isRequested ? (
        <Form method="post" isBusy={isChecking} onSubmit={submit}>
          <TextField
            label="Code"
            ref={field}
            className="code"
            autoCapitalize="characters"
            autoCorrect="off"
            autoComplete="off"
            spellCheck={false}
            enterKeyHint="go"
            maxLength={40}
            value={typed}
            error={error}
            onChange={(event) => {
              setTyped(event.target.value.toUpperCase())
              setError(undefined)
            }}
          />
          <Button type="submit" busy={isChecking ? 'Checking' : false}>
            Apply
          </Button>
        </Form>
      ) : (
        <Button variant="ghost" size="sm" className={styles.ask} onClick={() => setIsOpen(true)}>
          {access || promo ? 'Another code?' : 'Have a code?'}
        </Button>
      )}
    </div>
  )
}

function EnteredCode(props: {
  code: string
  does: string
  error?: string | undefined
  onRemove: () => void
}) {
  const { code, does, error, onRemove } = props
  return (
    <div className={styles.entered}>
      <p>
        <b className="code">{code}</b> {does}
      </p>
      <IconButton size="sm" label={`Remove ${code}`} icon={X} tooltip={false} onClick={onRemove} />
      {error !== undefined && (
        <p className="field-error" role="alert">
          {error}
        </p>
      )}
    </div>
  )
}

const joinCodes = ({ access, promo }: Opened): string | undefined =>
  [access?.code, promo?.code].filter((code) => code !== undefined).join('~') || undefined

/** Adds a code, replacing an earlier one of the same kind: there is at most one access code and one promo code. */
function addUnlocked(
  opened: Opened,
  unlocked: Unlocked,
  { timezone, currency }: Pick<CodeEntryProps, 'timezone' | 'currency'>,
): Opened {
  const { code } = unlocked
  if (unlocked.kind === 'types') {
    const now = Date.now()
    const types = unlocked.types.map(({ available, ...type }) => ({
      ...type,
      remaining: available,
      offSale: describeOffSale(type, timezone, now),
    }))
    return { ...opened, access: { code, types } }
  }
  const { percent, amountCents } = unlocked
  const discount = percent === null ? { amountCents: amountCents ?? 0 } : { percent }
  return {
    ...opened,
    promo: {
      code,
      label: formatDiscount(unlocked, currency),
      takeOff: (subtotalCents) => computeDiscount(subtotalCents, discount),
    },
  }
}
