// Counts the names that the code declares, by syntax tree: those with a retired word, and functions without a verb.
import { parseSync } from 'vite'
import { VERBS } from './verbs.mjs'

// cspell:ignore whoever

/**
 * Names to replace. `is` returns whether a name must be replaced. It gets the words of the name in lower case
 * (`readAnswer` is `read`, `answer`), the name and its kind: function, variable, parameter, property or type.
 */
export const RETIRED = [
  {
    name: '…Of as a getter',
    is: ({ words, kind }) => kind === 'function' && words.length > 1 && words.at(-1) === 'of',
  },
  { name: 'ask, asked', is: has('ask', 'asked', 'asks', 'asking') },
  { name: 'words', is: whole('words') },
  { name: 'why', is: has('why') },
  { name: 'who, whom, whose', is: has('who', 'whom', 'whose', 'whoever') },
  { name: 'what, when, which', is: whole('what', 'when', 'which') },
  { name: 'one', is: whole('one') },
  { name: 'kept', is: has('kept') },
  { name: 'standing', is: has('standing') },
  { name: 'said, told, tell', is: has('said', 'told', 'tell', 'tells') },
  { name: 'may…', is: ({ words }) => words.length > 1 && words[0] === 'may' },
  {
    name: 'MOST_, LONGEST_, FEWEST_',
    is: ({ name }) => /^(?:MOST|LONGEST|FEWEST|LARGEST|SHORTEST)_/.test(name),
  },
  { name: 'fault, refusal', is: has('fault', 'faults', 'refusal', 'refusals') },
  { name: 'answer', is: has('answer', 'answers') },
  { name: 'gone, wish, silence', is: has('gone', 'wish', 'silence') },
]

function has(...retired) {
  return ({ words }) => words.some((word) => retired.includes(word))
}

function whole(...retired) {
  return ({ words }) => words.length === 1 && retired.includes(words[0])
}

/** Returns the name's words in lower case. */
export function splitName(name) {
  return name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .split(/[^A-Za-z\d]+/)
    .filter(Boolean)
    .map((word) => word.toLowerCase())
}

/** Returns every name that the code of the file declares, with its kind and line. */
export function findNames(file, text) {
  const names = []
  const lines = lineStarts(text)
  const add = (node, kind, isDeclaration = false) => {
    const name = node?.name ?? node?.value
    if (typeof name !== 'string' || (node.type !== 'Identifier' && node.type !== 'PrivateIdentifier')) return
    names.push({ name, kind, words: splitName(name), isDeclaration, file, line: lineAt(lines, node.start) })
  }
  visit(parseSync(file, text).program, (node) => addNames(node, add))
  return names
}

const isFunction = (node) => node?.type === 'ArrowFunctionExpression' || node?.type === 'FunctionExpression'

function addNames(node, add) {
  switch (node.type) {
    case 'FunctionDeclaration':
    case 'TSDeclareFunction':
      add(node.id, 'function', true)
      break
    case 'VariableDeclarator':
      if (isFunction(node.init)) add(node.id, 'function', true)
      else addPattern(node.id, 'variable', add)
      break
    case 'ObjectExpression':
      for (const { key, value, computed, shorthand } of node.properties)
        if (key && !computed && !shorthand) add(key, isFunction(value) ? 'function' : 'property')
      break
    case 'MethodDefinition':
    case 'TSMethodSignature':
      if (!node.computed && node.kind !== 'constructor')
        add(node.key, 'function', node.type === 'MethodDefinition')
      break
    case 'PropertyDefinition':
      if (!node.computed) add(node.key, isFunction(node.value) ? 'function' : 'property')
      break
    case 'TSPropertySignature':
      if (!node.computed)
        add(
          node.key,
          node.typeAnnotation?.typeAnnotation?.type === 'TSFunctionType' ? 'function' : 'property',
        )
      break
    case 'TSTypeAliasDeclaration':
    case 'TSInterfaceDeclaration':
    case 'ClassDeclaration':
      add(node.id, 'type')
      break
  }
  for (const parameter of node.params?.items ?? (Array.isArray(node.params) ? node.params : []))
    if (parameter) addPattern(parameter, 'parameter', add)
}

function addPattern(node, kind, add) {
  if (!node) return
  if (node.type === 'Identifier') add(node, kind)
  else if (node.type === 'AssignmentPattern') addPattern(node.left, kind, add)
  else if (node.type === 'RestElement') addPattern(node.argument, kind, add)
  else if (node.type === 'ArrayPattern') for (const element of node.elements) addPattern(element, kind, add)
  else if (node.type === 'TSParameterProperty') addPattern(node.parameter, kind, add)
  else if (node.type === 'ObjectPattern')
    for (const property of node.properties) addPattern(property.value ?? property, kind, add)
}

function visit(node, act) {
  act(node)
  for (const value of Object.values(node))
    for (const child of Array.isArray(value) ? value : [value])
      if (typeof child?.type === 'string') visit(child, act)
}

function lineStarts(text) {
  return [...text.matchAll(/\n/g)].map(({ index }) => index)
}

function lineAt(starts, position) {
  let low = 0
  let high = starts.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (starts[middle] < position) low = middle + 1
    else high = middle
  }
  return low + 1
}

const NO_VERB = new Set(
  'use is are was has can does did should needs to with without on from as by'.split(' '),
)

/** Whether a function's name must start with a verb. Components, hooks, predicates and query factories need none. */
export function needsVerb({ name, words, isDeclaration }) {
  return isDeclaration && !/^[A-Z]/.test(name) && !NO_VERB.has(words[0]) && words.at(-1) !== 'query'
}

export const startsWithVerb = ({ words }) => VERBS.has(words[0])

/** Returns a figure for each retired name and for functions without a verb, in product code and in tests. */
export function measureNames({ product, find, read }) {
  const productNames = product.flatMap((file) => findNames(file, read(file)))
  const testNames = find('{src,demo,dev,tests,bench}/**/*.{ts,tsx}')
    .filter((file) => !product.includes(file) && !file.endsWith('.gen.ts') && !file.endsWith('schema.ts'))
    .flatMap((file) => findNames(file, read(file)))
  return [...countNames(productNames, 'names in product code'), ...countNames(testNames, 'names in tests')]
}

function countNames(names, group) {
  const functions = names.filter(needsVerb)
  const nouns = functions.filter((name) => !startsWithVerb(name))
  const place = ({ file, line, name }) => `${file}:${line} ${name}`
  return [
    ...RETIRED.map(({ name, is }) => {
      const found = names.filter(is)
      return { name: `${group}: ${name}`, value: found.length, offenders: found.map(place) }
    }),
    {
      name: `${group}: functions that start with a verb, percent`,
      value: Math.round((100 * (functions.length - nouns.length)) / functions.length),
      rule: 'declared functions and methods; components, hooks, predicates and query factories aside',
      offenders: nouns.map(place),
    },
  ]
}
