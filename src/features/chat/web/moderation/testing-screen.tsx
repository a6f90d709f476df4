import { useEffect, useState } from 'react'
import { ModerationPage } from './moderation-page'
import { type ModerationSearch, parseModerationSearch } from './moderation-search'
import type { Moderator } from './moderator'

/** Renders the moderation page with its own search params; plain links change them, as on the site. */
export function ModerationScreen({ me }: { me: Moderator }) {
  const [search, setSearch] = useState<ModerationSearch>({})
  useEffect(() => {
    const follow = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null
      if (!link) return
      event.preventDefault()
      setSearch(parseModerationSearch(Object.fromEntries(new URL(link.href).searchParams)))
    }
    document.addEventListener('click', follow)
    return () => document.removeEventListener('click', follow)
  }, [])
  return <ModerationPage me={me} search={search} onSearchChange={setSearch} />
}
