import type { ComponentProps } from 'react'
import { SearchField } from './search-field'
import { useSettledQuery } from './use-settled-query'

type ListSearchProps = Omit<ComponentProps<typeof SearchField>, 'value' | 'onValueChange' | 'onSearch'> & {
  /** The words that the list is searched for now. */
  q: string | undefined
  /** After a pause in typing. */
  onSettled: (q: string | undefined) => void
}

/** The search field of a list. Back and forward change its text too. */
export function ListSearch({ q = '', onSettled, ...field }: ListSearchProps) {
  const [typed, setTyped] = useSettledQuery(q, (words) => onSettled(words || undefined))
  return <SearchField maxLength={100} {...field} value={typed} onValueChange={setTyped} />
}
