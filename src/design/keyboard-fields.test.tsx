// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { Checkbox } from './checkbox'
import { CodeField } from './code-field'
import { PasswordField } from './password-field'
import { RadioCards } from './radio-cards'
import { SearchField } from './search-field'
import { SelectField } from './select-field'
import { SwitchRow } from './switch-row'
import { TextArea } from './text-area'
import { TextField } from './text-field'

afterEach(cleanup)

/** Returns the texts that `aria-describedby` refers to, in order. */
function listDescriptions(element: HTMLElement): string[] {
  const ids = element.getAttribute('aria-describedby')?.split(' ') ?? []
  return ids.map((id) => document.getElementById(id)?.textContent ?? `nothing has the id ${id}`)
}

describe('TextField', () => {
  it('links label, error and help to the input', async () => {
    const user = userEvent.setup()
    render(<TextField label="Email" help="Tickets land here." error="This is not an address" />)
    await user.tab()
    await user.keyboard('mara@')
    const input = screen.getByRole<HTMLInputElement>('textbox', { name: 'Email' })
    expect(input.value).toBe('mara@')
    expect(input.getAttribute('aria-invalid')).toBe('true')
    expect(listDescriptions(input)).toEqual(['This is not an address', 'Tickets land here.'])
  })

  it('keeps the value of a read-only field, and names the input by a hidden label', async () => {
    const user = userEvent.setup()
    render(<TextField label="Email" hideLabel readOnly defaultValue="mara@voss.example" />)
    await user.tab()
    await user.keyboard('x')
    const input = screen.getByRole<HTMLInputElement>('textbox', { name: 'Email' })
    expect(input.value).toBe('mara@voss.example')
    expect(input.hasAttribute('aria-describedby')).toBe(false)
  })
})

it('TextArea accepts several lines', async () => {
  const user = userEvent.setup()
  render(<TextArea label="Note" />)
  await user.tab()
  await user.keyboard('one{Enter}two')
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Note' }).value).toBe('one\ntwo')
})

it('PasswordField shows and hides the password', async () => {
  const user = userEvent.setup()
  render(<PasswordField label="Password" autoComplete="new-password" />)
  await user.tab()
  await user.keyboard('correct horse')
  const input = screen.getByLabelText<HTMLInputElement>('Password')
  expect(input.type).toBe('password')
  await user.tab()
  await user.keyboard('{Enter}')
  expect(input.type).toBe('text')
  expect(screen.getByRole('button', { name: 'Hide password' })).toBeDefined()
})

describe('SearchField', () => {
  function Page({ onSearch }: { onSearch?: (value: string) => void }) {
    const [value, setValue] = useState('')
    return (
      <>
        <TextField label="Other" />
        <SearchField label="Search events" value={value} onValueChange={setValue} onSearch={onSearch} />
      </>
    )
  }

  it('takes focus when "/" is pressed, and searches on Enter', async () => {
    const search = vi.fn<(value: string) => void>()
    const user = userEvent.setup()
    render(<Page onSearch={search} />)
    await user.keyboard('/dust{Enter}')
    expect(document.activeElement).toBe(screen.getByRole('searchbox', { name: 'Search events' }))
    expect(search).toHaveBeenCalledWith('dust')
  })

  it('ignores "/" while another field has focus', async () => {
    const user = userEvent.setup()
    render(<Page />)
    const other = screen.getByRole<HTMLInputElement>('textbox', { name: 'Other' })
    await user.click(other)
    await user.keyboard('23/11')
    expect(other.value).toBe('23/11')
  })
})

it('SelectField offers its options to the keyboard', async () => {
  const user = userEvent.setup()
  const options = [
    { value: 'name', label: 'Name' },
    { value: 'price', label: 'Price' },
  ]
  render(<SelectField label="Sort" options={options} error="Pick one" />)
  const select = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Sort' })
  await user.tab()
  expect(document.activeElement).toBe(select)
  await user.selectOptions(select, 'Price')
  expect(select.value).toBe('price')
  expect(listDescriptions(select)).toEqual(['Pick one'])
})

describe('choices', () => {
  it('Checkbox and SwitchRow toggle on Space', async () => {
    const user = userEvent.setup()
    render(
      <>
        <Checkbox error="You must accept the terms">I accept the terms</Checkbox>
        <SwitchRow label="Ticket sales" description="One mail a day" />
      </>,
    )
    await user.tab()
    await user.keyboard(' ')
    const box = screen.getByRole<HTMLInputElement>('checkbox', { name: 'I accept the terms' })
    expect(box.checked).toBe(true)
    expect(listDescriptions(box)).toEqual(['You must accept the terms'])
    await user.tab()
    await user.keyboard(' ')
    const row = screen.getByRole<HTMLInputElement>('switch', { name: 'Ticket sales' })
    expect(row.checked).toBe(true)
    expect(listDescriptions(row)).toEqual(['One mail a day'])
  })

  it('RadioCards: arrow keys choose and skip disabled cards', async () => {
    const user = userEvent.setup()
    const options = [
      { value: 'card', label: 'Card', description: 'Visa' },
      { value: 'wallet', label: 'Wallet', disabled: true },
      { value: 'invoice', label: 'Invoice' },
    ] as const
    function Pay() {
      const [value, setValue] = useState<'card' | 'wallet' | 'invoice'>('card')
      return <RadioCards legend="Pay with" value={value} onValueChange={setValue} options={options} />
    }
    render(<Pay />)
    expect(screen.getByRole('group', { name: 'Pay with' })).toBeDefined()
    await user.tab()
    await user.keyboard('{ArrowDown}')
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Invoice' }).checked).toBe(true)
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Card' }).checked).toBe(false)
  })
})

describe('CodeField', () => {
  function Invite({ kind }: { kind?: 'digits' }) {
    const [value, setValue] = useState('')
    return (
      <CodeField
        label="Invitation code"
        value={value}
        onValueChange={setValue}
        {...(kind ? { kind, length: 6 } : {})}
      />
    )
  }
  const input = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Invitation code' })

  it('accepts a pasted code with spaces, dashes and lower case, and draws it in its cells', async () => {
    const user = userEvent.setup()
    const { container } = render(<Invite />)
    await user.tab()
    await user.paste(' k7q2-xm0r\n')
    expect(input().value).toBe('K7Q2XM0R')
    const cells = [...container.querySelectorAll('i')].map((cell) => cell.textContent)
    expect(cells).toEqual('K7Q2XM0R'.split(''))
  })

  it('accepts and corrects typed letters, and stops when the cells are full', async () => {
    const user = userEvent.setup()
    render(<Invite />)
    await user.tab()
    await user.keyboard('k7q2xm0rz{Backspace}9')
    expect(input().value).toBe('K7Q2XM09')
  })

  it('accepts digits only as a one-time code', async () => {
    const user = userEvent.setup()
    render(<Invite kind="digits" />)
    await user.tab()
    await user.keyboard('41a8-2907')
    expect(input().value).toBe('418290')
    expect(input().autocomplete).toBe('one-time-code')
  })
})
