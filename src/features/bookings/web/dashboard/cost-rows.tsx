import { Plus, X } from 'lucide-react'
import { useId } from 'react'
import { Button } from '~/design/button'
import { IconButton } from '~/design/icon-button'
import { FieldError } from '~/design/field'
import { TextField } from '~/design/text-field'
import type { Currency } from '~/lib/currency'
import { formatMoney } from '~/lib/money'
import { parseAmount } from '~/lib/parse-amount'
import { COST_LABEL_MAX, COSTS_MAX } from '../../rules/deal'
import { MoneyField } from '../terms/money-field'
import { type CostRow, parseCostRows, writeCostRows } from './deal-draft'
import styles from './deal-fields.module.css'

type CostRowsProps = {
  text: string
  currency: Currency
  problem: string | undefined
  onChange: (text: string) => void
}

/** Edits the agreed costs. */
export function CostRows({ text, currency, problem, onChange }: CostRowsProps) {
  const id = useId()
  const rows = parseCostRows(text)
  const write = (next: readonly CostRow[]) => onChange(writeCostRows(next))
  const change = (changed: CostRow) => write(rows.map((row) => (row.id === changed.id ? changed : row)))
  const isInvalid = ({ label, amount }: CostRow) => ({
    label: problem !== undefined && label.trim() === '',
    amount: problem !== undefined && !parseAmount(amount, currency),
  })
  function addRow() {
    const rowId = String(Math.max(-1, ...rows.map((row) => Number(row.id))) + 1)
    write([...rows, { id: rowId, label: '', amount: '' }])
    requestAnimationFrame(() => document.getElementById(`${id}-${rowId}`)?.focus())
  }
  return (
    <section className={styles.costs} aria-labelledby={`${id}-title`}>
      <h4 className="label" id={`${id}-title`}>
        Agreed costs
      </h4>
      <p className="hint">Deducted from ticket income before shares of net are calculated.</p>
      {rows.length > 0 && (
        <ul className={styles.rows}>
          {rows.map((row, index) => (
            <li key={row.id}>
              <TextField
                id={`${id}-${row.id}`}
                label={`Cost ${index + 1}`}
                hideLabel
                placeholder="Cost"
                maxLength={COST_LABEL_MAX}
                autoComplete="off"
                value={row.label}
                error={isInvalid(row).label ? 'Enter what the cost is for.' : undefined}
                onChange={({ target }) => change({ ...row, label: target.value })}
              />
              <MoneyField
                label={`Amount of ${row.label || `cost ${index + 1}`}`}
                hideLabel
                placeholder="Amount"
                currency={currency}
                value={row.amount}
                error={
                  isInvalid(row).amount ? `Enter an amount above ${formatMoney(0, currency)}.` : undefined
                }
                onValueChange={(amount) => change({ ...row, amount })}
              />
              <IconButton
                label={`Remove ${row.label || `cost ${index + 1}`}`}
                icon={X}
                size="sm"
                onClick={() => {
                  write(rows.filter((other) => other.id !== row.id))
                  document.getElementById(`${id}-add`)?.focus()
                }}
              />
            </li>
          ))}
        </ul>
      )}
      {problem !== undefined && !rows.some((row) => isInvalid(row).label || isInvalid(row).amount) && (
        <FieldError id={`${id}-problem`}>{problem}</FieldError>
      )}
      <Button
        id={`${id}-add`}
        variant="outline"
        size="sm"
        icon={Plus}
        aria-disabled={rows.length >= COSTS_MAX}
        onClick={addRow}
      >
        Add cost
      </Button>
    </section>
  )
}
