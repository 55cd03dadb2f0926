const bytes = (...parts: readonly (string | readonly number[])[]): Buffer =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from(part))));

const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);

/** Listings that are JSON arrays, however odd. */
export const validListings: Readonly<Record<string, Buffer>> = {
  'an empty array': bytes('[]'),
  'white space everywhere around nothing': bytes(' [ \r\n\t] \n'),
  'scalars and empty containers': bytes('[1,"a",null,true,[],{}]'),
  'brackets and quotes inside of strings': bytes(String.raw`[{"id":1,"s":"a\"]},{[\\"},{"id":2,"\\":"\\\""}]`),
  'characters of two to four bytes': bytes(String.raw`[{"s":"日本😀é"},{"s":"\ud83d\ude00"}]`),
  'an escaped lone surrogate': bytes(String.raw`[{"s":"\ud800"}]`),
  'arrays and objects inside of each other': bytes('[{"a":[{"b":[1,[2,{"c":"]}"}]]}],"d":{}},{"a":[]}]'),
  'integers in unusual spellings': bytes('[{"id":1e3},{"id":1.0},{"id":-0},{"id":1E+2},{"id":0.1e1}]'),
  'the ends of int64': bytes('[{"id":9223372036854775807},{"id":-9223372036854775808}]'),
  'one beyond int64': bytes('[{"id":9223372036854775808}]'),
  'two ids that share a double': bytes('[{"id":9007199254740992},{"id":9007199254740993}]'),
  'an integer beyond all doubles': bytes('[{"id":1e400}]'),
  'white space between all tokens': bytes('\n[ \t{ "id" : 1 ,\r\n "a" : [ 1 , 2 ] } ,\n{ } ]\n'),
  'names that JavaScript objects have': bytes('[{"__proto__":{"x":1}},{"constructor":1}]'),
  'names that look like indexes': bytes('[{"2":1,"1":2}]'),
  'an empty name': bytes('[{"":1}]'),
  'DEL and LINE SEPARATOR in a string': bytes('["\u007f\u2028"]'),
};

/** Some bodies that are not JSON arrays. */
export const invalidListings: Readonly<Record<string, Buffer>> = {
  'a byte order mark': bytes([0xef, 0xbb, 0xbf], '[]'),
  'a comma after the last element': bytes('[{"id":1},]'),
  'no comma between objects': bytes('[{"id":1}{"id":2}]'),
  'an end after a comma': bytes('[{"id":1},'),
  'an end inside of a string': bytes('[{"id":1},{"id":2,"s":"x'),
  'an end after the bracket': bytes('['),
  'an end inside of a character': bytes('[{"s":"', [0xe2, 0x82]),
  'a letter after the array': bytes('[{"id":1}]x'),
  'an array after the array': bytes('[{"id":1}] []'),
  'the listing closed by a brace': bytes('[{"id":1}}'),
  'an object': bytes('{"id":1}'),
  'an envelope': bytes('{"data":[{"id":1}]}'),
  null: bytes(' null '),
  'an HTML page': bytes('<html><body>[]</body></html>'),
  nothing: bytes(''),
  'an overlong character': bytes('[{"s":"', [0xc0, 0xaf], '"}]'),
  'a character beyond Unicode': bytes('[{"s":"', [0xf5, 0x80, 0x80, 0x80], '"}]'),
  'a byte that is not UTF-8 in a name': bytes('[{"id":1},{"', [0xff], '":1}]'),
  'a line break inside of a string': bytes('[{"s":"a\nb"}]'),
  'a leading zero': bytes('[01]'),
  'an escape that JSON lacks': bytes(String.raw`["\x41"]`),
  'a no-break space': bytes('[\u00a01]'),
  'a word that is too long': bytes('[nulll]'),
  'UTF-16': Buffer.from('[{"id":1}]', 'utf16le'),
  'a stray quote': bytes('[{"id":1"},{"id":2},{"id":3}]'),
  'a wrong bracket in nesting deeper than a call stack': bytes('[1,', '['.repeat(16_000), '}'),
  'garbage after elements that are fine': bytes('[{"id":1},{"id":2},{"id":3,},{"id":4}]'),
};

/** Listings in which one element repeats a member. */
export const repeatingListings: Readonly<Record<string, Buffer>> = {
  'the same value twice': bytes('[{"id":1,"id":1}]'),
  'different values': bytes('[{"id":1},{"id":1,"id":2}]'),
  'a name that is escaped once': bytes(String.raw`[{"id":1,"\u0069d":2}]`),
  'a member of a member': bytes('[{"a":{"b":"x","b":"x"}}]'),
  'a member of an item': bytes('[{"a":[{"b":1,"b":[]}]}]'),
  'the name __proto__': bytes('[{"__proto__":1,"__proto__":2}]'),
  'an overwritten object': bytes('[{"a":{"x/y":1,"x/y":2},"a":3}]'),
  'more than two values': bytes('[{"a":[1],"a":{},"a":3}]'),
};

/** Listings that are JSON arrays, and of which the suite reads only the first element. */
export const unreadListings: Readonly<Record<string, Buffer>> = {
  'an element that is nested deeper than is read': bytes('[{"id":1},', nested(70_000), ',{"id":2}]'),
  'an element with more members than are read': bytes('[{"id":1},{', '"a":0,'.repeat(70_000), '"a":1},{"id":2}]'),
  'an element larger than is read': bytes(`[{"id":1},{"s":"${'x'.repeat(4.5 * 2 ** 20)}"},{"id":2}]`),
};
