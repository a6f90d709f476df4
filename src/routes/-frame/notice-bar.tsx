import { useState } from 'react'
import { pageCookies } from '~/platform/rpc/page-request'
import './notice-bar.css'

/** One line above every page while the house has something to say, until it is put away; other words come up again. */
export function NoticeBar({ words }: { words: string }) {
  const mark = markOf(words)
  // Known to the server from the cookie, so that what was put away is not even painted.
  const [seen, setSeen] = useState(() => /(?:^|;\s*)notice=(\w+)/.exec(pageCookies())?.[1])
  if (words.trim() === '' || seen === mark) return null
  return (
    <aside className="notice" aria-label="Notice">
      <p>{words}</p>
      <button
        type="button"
        onClick={() => {
          // Without an age: until the browser is closed.
          document.cookie = `notice=${mark}; Path=/; SameSite=Lax`
          setSeen(mark)
        }}
      >
        Dismiss
      </button>
    </aside>
  )
}

/** Which words were put away: short enough for a cookie. */
function markOf(words: string): string {
  let sum = 0
  for (const letter of words) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) >>> 0
  return sum.toString(36)
}
