import { expect, test } from 'vitest'
import { type RequestScope, runInScope } from './request-scope'
import { replaceNonceWithHashes } from './replace-nonce'
import { renderContent } from './render-content'

const scope = (values: Partial<RequestScope>) => values as RequestScope

test('puts memoized content into a page as bytes, in place of placeholders', () => {
  const give = renderContent(<b>é</b>)
  const inserted: Buffer[] = []
  const page = runInScope(scope({ nonce: 'n1', inserted }), () => `<p>${give?.()}</p>${give?.()}`)
  expect(page).toBe('<p><!--n1:0--></p><!--n1:1-->')
  expect(replaceNonceWithHashes(page, 'n1', inserted).html.toString()).toBe('<p><b>é</b></p><b>é</b>')
})

test('memoized content inside other memoized content is inserted as HTML', () => {
  const inner = renderContent(<b>inner</b>)
  const Outer = () => <p dangerouslySetInnerHTML={{ __html: inner?.() ?? '' }} />
  const outer = runInScope(scope({ nonce: 'n1', inserted: [] }), () => renderContent(<Outer />))
  expect(outer?.()).toBe('<p><b>inner</b></p>')
})

test("doesn't reuse content that needs a preload", () => {
  const element = <img src="https://elsewhere.example/a.png" alt="" />
  expect(renderContent(element)).toBeUndefined()
})
