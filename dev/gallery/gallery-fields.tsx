import { CreditCard, Wallet } from 'lucide-react'
import { useState } from 'react'
import { Checkbox } from '~/design/checkbox'
import { CodeField } from '~/design/code-field'
import { PasswordField } from '~/design/password-field'
import { RadioCards } from '~/design/radio-cards'
import { SearchField } from '~/design/search-field'
import { SelectField } from '~/design/select-field'
import { SwitchRow } from '~/design/switch-row'
import { TextArea } from '~/design/text-area'
import { TextField } from '~/design/text-field'
import styles from './gallery.module.css'

const sorts = [
  { value: 'date', label: 'Date' },
  { value: 'price', label: 'Price' },
]

export function InputSamples() {
  const [query, setQuery] = useState('')
  return (
    <div className={styles.columns}>
      <TextField label="Rest" placeholder="Search rooms..." />
      <TextField label="Focus" defaultValue="Deep end" data-state="focus" />
      <TextField label="Error" defaultValue="K7Q2XM0R" error="Invitation code has expired" />
      <TextField
        label="Read-only"
        defaultValue="mara@voss.example"
        readOnly
        help="Email can’t be changed here."
      />
      <TextField label="Disabled" disabled placeholder="Join the room to send messages" />
      <TextField label="Name" labelEnd="8/50" defaultValue="Deep end" />
      <PasswordField label="Password" defaultValue="correct horse" autoComplete="off" />
      <SelectField label="Sort by" options={sorts} />
      <div className="field">
        <span className="label">Search</span>
        <SearchField
          label="Search"
          placeholder="Search by name or location"
          value={query}
          onValueChange={setQuery}
        />
      </div>
      <TextArea label="Note" help="The DJ reads this first." />
      <TextArea label="Note with error" error="At most 500 characters" />
    </div>
  )
}

const payments = [
  { value: 'card', label: 'Card', description: 'Visa, Mastercard, Amex', icon: CreditCard },
  { value: 'wallet', label: 'Wallet', description: 'Apple Pay, Google Pay', icon: Wallet },
  { value: 'invoice', label: 'Invoice', description: 'Not for tickets', disabled: true },
] as const

export function ChoiceSamples() {
  const [payment, setPayment] = useState<(typeof payments)[number]['value']>('card')
  return (
    <>
      <div className="row wrap">
        <Checkbox>Off</Checkbox>
        <Checkbox defaultChecked>On</Checkbox>
        <Checkbox disabled>Disabled</Checkbox>
        <Checkbox error="Without it we can’t sell you a ticket">Error</Checkbox>
      </div>
      <div>
        <SwitchRow label="Ticket sales" description="One email a day, not one per ticket" />
        <SwitchRow label="Connection requests" defaultChecked />
        <SwitchRow label="Disabled" disabled />
      </div>
      <RadioCards legend="Pay with" value={payment} onValueChange={setPayment} options={payments} />
    </>
  )
}

export function CodeSamples() {
  const [empty, setEmpty] = useState('')
  const [wrong, setWrong] = useState('K7Q2XM0R')
  const [once, setOnce] = useState('418')
  return (
    <div className={styles.columns}>
      <CodeField label="Invitation code" labelEnd="Optional" value={empty} onValueChange={setEmpty} />
      <CodeField
        label="Wrong code"
        value={wrong}
        onValueChange={setWrong}
        error="Invalid or expired invitation code"
      />
      <CodeField label="One-time code" kind="digits" length={6} value={once} onValueChange={setOnce} />
    </div>
  )
}
