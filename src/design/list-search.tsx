import type { ComponentProps } from 'react'
import { SearchField } from './search-field'
import { useDebouncedQuery } from './use-debounced-query'

type ListSearchProps = Omit<ComponentProps<typeof SearchField>, 'value' | 'onValueChange' | 'onSearch'> & {
  q: string | undefined
  onSettled: (q: string | undefined) => void
}

/** The search field of a list. Browser back and forward update its text. */
export function ListSearch({ q = '', onSettled, ...field }: ListSearchProps) {
  const [typed, setTyped] = useDebouncedQuery(q, (text) => onSettled(text || undefined))
  return <SearchField maxLength={100} {...field} value={typed} onValueChange={setTyped} />
}
