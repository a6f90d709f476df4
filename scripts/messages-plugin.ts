// How Vite compiles the messages of the interface, see docs/adr/0039-messages-with-lingui.md.
import { formatter } from '@lingui/format-po'
import { type CompiledMessage, compileMessage } from '@lingui/message-utils/compileMessage'
import { transform } from '@swc/core'
import type { Plugin } from 'vite'

const MACRO = /from '@lingui\/(?:core|react)\/macro'/

// `runtimeModules` makes the macros read the language of the request, or of the page on screen.
const macroPlugin: [string, object] = [
  '@lingui/swc-plugin',
  {
    descriptorFields: 'message',
    runtimeModules: { i18n: ['~/i18n/i18n', 'i18n'], trans: ['~/i18n/trans', 'Trans'] },
  },
]

/** The id and the English message of a descriptor that a macro wrote, on lines of their own. */
const ID_AND_MESSAGE = /^(\s+id: )"[^"]+",(\s+message: )("(?:[^"\\]|\\.)*")/gm
const MESSAGE = /^(\s+message: )("(?:[^"\\]|\\.)*")/gm

const isText = (message: CompiledMessage) => message.every((part) => typeof part === 'string')
const write = (message: CompiledMessage) => JSON.stringify(isText(message) ? message.join('') : message)

/**
 * Expands the macros and compiles the English messages, which stay in the code: a page in English loads no catalogue. A message
 * without placeholders is its own id, because the generated ids are random and compress badly.
 */
const macros: Plugin = {
  name: 'message-macros',
  enforce: 'pre',
  transform: {
    filter: { id: /\.tsx?$/, code: MACRO },
    async handler(code, id) {
      const expanded = await transform(code, {
        filename: id,
        sourceMaps: true,
        configFile: false,
        swcrc: false,
        jsc: {
          parser: { syntax: 'typescript', tsx: id.endsWith('x') },
          target: 'es2024',
          transform: { react: { runtime: 'preserve' } },
          experimental: { plugins: [macroPlugin] },
        },
      })
      const compiled = expanded.code
        .replaceAll(ID_AND_MESSAGE, (all, beforeId, _space, literal) =>
          isText(compileMessage(JSON.parse(literal))) ? beforeId + literal : all,
        )
        .replaceAll(MESSAGE, (_all, before, literal) => before + write(compileMessage(JSON.parse(literal))))
      return { code: compiled, map: expanded.map ?? null }
    },
  },
}

const catalogFormat = formatter()

/** Loads a catalogue: compiled translations by message id, or by the English text of a message without placeholders. */
const catalogs: Plugin = {
  name: 'message-catalogs',
  transform: {
    filter: { id: /\.po$/ },
    async handler(source, id) {
      const entries = Object.entries(
        (await catalogFormat.parse(source, { locale: 'de', sourceLocale: 'en', filename: id })) ?? {},
      )
      const translated = entries.filter(([, { translation, obsolete }]) => translation && !obsolete)
      const messages = translated.map(([key, { message = key, translation = '' }]) => {
        const compiled = compileMessage(translation)
        return [
          isText(compileMessage(message)) ? message : key,
          isText(compiled) ? compiled.join('') : compiled,
        ]
      })
      return { code: `export const messages = ${JSON.stringify(Object.fromEntries(messages))}`, map: null }
    },
  },
}

export const messages: Plugin[] = [catalogs, macros]
