import { memo } from 'react'
import { linkParts } from '~/lib/links'

/** What somebody wrote: lines stay, addresses lead there, and nothing else means anything. */
export const MessageText = memo(function MessageText({ text }: { text: string }) {
  return linkParts(text).map(({ text: words, at, href }) => {
    if (href === undefined) return words
    // It may lead anywhere: the site there learns nothing of ours, and gains nothing by it.
    return (
      <a key={at} className="lk" href={href} target="_blank" rel="noopener noreferrer nofollow ugc">
        {words}
      </a>
    )
  })
})
