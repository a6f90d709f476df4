import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { classNames } from '~/design/class-names'
import { AnchorButton } from '~/design/link-button'
import { SelectField } from '~/design/select-field'
import { formatMonth, listMonths } from '~/features/settlements/rules/statement-month'
import { formatUrl } from '~/lib/search-parameters'
import { paymentsAttentionQuery } from './queries'
import styles from './payments.module.css'

/** Exports all ledger entries of a month, for the site's accountant. */
export function LedgerExport() {
  const { data, dataUpdatedAt } = useQuery(paymentsAttentionQuery())
  const [chosen, setChosen] = useState<string>()
  const { days = null } = data?.ledger ?? {}
  if (days === null) return null
  const months = listMonths(days.first.slice(0, 7), days.last.slice(0, 7))
  // The default is the latest month in UTC, not a month that has begun only in the time zones of some events.
  const current = new Date(dataUpdatedAt).toISOString().slice(0, 7)
  const month = chosen ?? months.find((value) => value <= current) ?? months[0]
  return (
    <section className={styles.section} aria-labelledby="ledger">
      <h2 className="title-2" id="ledger">
        Ledger
      </h2>
      <p className="muted">All entries of a month for your accountant. It contains no names of people.</p>
      <div className={classNames('row wrap', styles.export)}>
        <SelectField
          label="Month"
          options={months.map((value) => ({ value, label: formatMonth(value) }))}
          value={month}
          onChange={({ target }) => setChosen(target.value)}
        />
        <AnchorButton href={formatUrl('/admin/ledger.csv', { month })} download icon={Download}>
          Export CSV
        </AnchorButton>
      </div>
    </section>
  )
}
