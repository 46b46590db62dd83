import assert from 'node:assert/strict';
import { test } from 'node:test';
import { faultOf, outline } from '../../../test/xml-outline.ts';
import { readXml } from './reader.ts';

const xml = '{http://www.w3.org/XML/1998/namespace}';
const wellFormed: readonly (readonly [string, string])[] = [
  ['<a/>', '<{}a >'],
  ['\ufeff<a></a >', '<{}a >'],
  [' \r\n\t<a\r\n/>\n ', '<{}a >'],
  ['<?xml version="1.0"?><a/>', '<{}a >'],
  [`<?xml\tversion = '1.17' encoding='x-Y_1.z' standalone="no" ?>\n<a/>`, '<{}a >'],
  ['\ufeff<?xml version="1.0" standalone=\'yes\'?><a/>', '<{}a >'],
  ['<?xml-model a?><a/><?p?><!--b-->', 'aside <{}a > aside aside'],
  ['<a><!----><!-- - -x- --><?p ?>?><?q ??></a>', '<{}a aside aside aside "?>" aside >'],
  ['<a>b<!--c-->d<?e?>f</a>', '<{}a "b" aside "d" aside "f" >'],
  ['<a>b<![CDATA[<c>&amp;]]]]><![CDATA[>]]>d</a>', '<{}a "b<c>&amp;]]>d" >'],
  ['<a><![CDATA[]]></a>', '<{}a >'],
  ['<a>]] > ]]&gt; ]>\t"</a>', '<{}a "]] > ]]> ]>\\t\\"" >'],
  ['<a>&lt;&gt;&amp;&apos;&quot;</a>', '<{}a "<>&\'\\"" >'],
  ['<a>&#65;&#x41;&#x1f600;&#00000000065;&#x10FFFF;</a>', '<{}a "AA\u{1f600}A\u{10ffff}" >'],
  ['<a>\r\n1\r2\n\r\n\r\r3&#13;&#xd;\n</a>', '<{}a "\\n1\\n2\\n\\n\\n\\n3\\r\\r\\n" >'],
  ['<a><![CDATA[\r\n\r&#13;]]></a>', '<{}a "\\n\\n&#13;" >'],
  ['<a b="\r\n1\r2\n3\t4"/>', '<{}a {}b=" 1 2 3 4" >'],
  ['<a b="&#13;&#10;&#9;&#32; >"/>', '<{}a {}b="\\r\\n\\t  >" >'],
  ['<a b = "\'" c=\'"\'\n d=""/>', '<{}a {}b="\'" {}c="\\"" {}d="" >'],
  [
    '<a b="]]>">\u0080\u0085\u2028\ufeff\ufffd\ud7ff\ue000</a>',
    '<{}a {}b="]]>" "\u0080\u0085\u2028\ufeff\ufffd\ud7ff\ue000" >',
  ],
  [
    '<\u00e9\u4e2d-\u00b7 \u{10000}\u0300="\u{1f600}"/>',
    '<{}\u00e9\u4e2d-\u00b7 {}\u{10000}\u0300="\u{1f600}" >',
  ],
  ['<_a.b-1><A/></_a.b-1>', '<{}_a.b-1 <{}A > >'],
  ['<a xmlns="u" b="1"><c/><d xmlns=""/></a>', '<{u}a {}b="1" <{u}c > <{}d > >'],
  [
    '<p:a xmlns:p="u" p:b="1" b="2"><p:c xmlns:p="v"/><p:d/></p:a>',
    '<{u}a {u}b="1" {}b="2" <{v}c > <{u}d > >',
  ],
  ['<a p:b="1" xmlns:p="u"/>', '<{}a {u}b="1" >'],
  ['<a xmlns="u" xmlns:p="u" b="1" p:b="2"/>', '<{u}a {}b="1" {u}b="2" >'],
  ['<a xmlns:p="u" xmlns:q=" u" p:b="1" q:b="2"/>', '<{}a {u}b="1" { u}b="2" >'],
  ['<a xmlns:p="&#117;" p:b=""/>', '<{}a {u}b="" >'],
  ['<a xml:lang="en"/>', `<{}a ${xml}lang="en" >`],
  ['<xml:a xmlns:xml="http://www.w3.org/XML/1998/namespace"/>', `<${xml}a >`],
  ['<xmla:b xmlns:xmla="u" xmlnsb="1"/>', '<{u}b {}xmlnsb="1" >'],
];

test('a well-formed document is read as it is meant', () => {
  for (const [text, expected] of wellFormed) {
    assert.equal(outline(text), expected, text);
  }
});

// One row for each kind of fault.
const malformed = `
hello ¦ {"a":"b"} ¦ < ¦ <> ¦ <? ¦ <! ¦ </ ¦ & ¦ <!-- a --> ¦ <?p?> ¦ \ufeff ¦ \ufeff\ufeff<a/>
<a ¦ <a  ¦ <a/ ¦ <a> ¦ <a>< ¦ <a></ ¦ <a></a ¦ <a>b ¦ <a b ¦ <a b= ¦ <a b=" ¦ <a b="" ¦ <a b="1
</a> ¦ <a/></a> ¦ <a/><b/> ¦ <a/>b ¦ b<a/> ¦ <a></a>&#32; ¦ <a/><![CDATA[]]> ¦ <![CDATA[]]><a/>
<a></b> ¦ <a></ab> ¦ <ab></a> ¦ <a><b></a></b> ¦ <a></a b=""> ¦ <a></ a> ¦ < a/> ¦ <a></A> ¦ <a></>
<a / > ¦ <a//> ¦ <1/> ¦ <-a/> ¦ <.a/> ¦ <\u00b7/> ¦ <\u00d7/> ¦ <a\u00d7/> ¦ <a\u0300\u037e/> ¦ <a,b=""/>
<a b/> ¦ <a b=c/> ¦ <a b="1"c="2"/> ¦ <a b="1'/> ¦ <a "b"="1"/> ¦ <a ="1"/> ¦ <a b=="1"/>
<a b="<"/> ¦ <a b="1" b="2"/> ¦ <a b="&"/> ¦ <a b="&c;"/> ¦ <a b="&#0;"/> ¦ <a b="1" c="2" b=""/>
<a>&</a> ¦ <a>&amp</a> ¦ <a>&amp< ¦ <a>& amp;</a> ¦ <a>&amp ;</a> ¦ <a>&;</a> ¦ <a>&AMP;</a> ¦ <a>&nbsp;</a>
<a>&#;</a> ¦ <a>&#x;</a> ¦ <a>&#X41;</a> ¦ <a>&#4a;</a> ¦ <a>&#xg;</a> ¦ <a>&# 65;</a> ¦ <a>&#-1;</a>
<a>&#0;</a> ¦ <a>&#1;</a> ¦ <a>&#x1f;</a> ¦ <a>&#xD800;</a> ¦ <a>&#xdfff;</a> ¦ <a>&#xFFFE;</a> ¦ <a>&#xffff;</a>
<a>&#x110000;</a> ¦ <a>&#99999999999999999999;</a> ¦ <a>&#x100000041;</a> ¦ <a>&am</a>p;
<a>]]></a> ¦ <a>x]]>y</a> ¦ <a>\r]]></a> ¦ <a>&lt;]]></a> ¦ <a><![CDATA[</a> ¦ <a><![CDATA[]]</a> ¦ <a><![cdata[]]></a>
<a><!-></a> ¦ <a><!--></a> ¦ <a><!---></a> ¦ <a><!-- -- --></a> ¦ <a><!-- ---></a> ¦ <a><! ></a> ¦ <a><!- - --></a>
<?p ¦ <a><?p? ¦ <a><??></a> ¦ <a><? p?></a> ¦ <a><?p:q?></a> ¦ <a><?p!?></a> ¦ <a><?1?></a> ¦ <?p??><a/>
<a><?xml?></a> ¦ <a><?xMl a?></a> ¦ <a/><?xml version="1.0"?> ¦ <a><?xml version="1.0"?></a>
 <?xml version="1.0"?><a/> ¦ <!----><?xml version="1.0"?><a/> ¦ <?XML version="1.0"?><a/>
<?xml?><a/> ¦ <?xml version="2.0"?><a/> ¦ <?xml version="1."?><a/> ¦ <?xml version='1.0"?><a/>
<?xml version=1.0?><a/> ¦ <?xml encoding="utf-8"?><a/> ¦ <?xml version="1.0"encoding="a"?><a/>
<?xml version="1.0" encoding=""?><a/> ¦ <?xml version="1.0" encoding="8"?><a/> ¦ <?xml version="1.0" a="b"?><a/>
<?xml version="1.0" standalone="maybe"?><a/> ¦ <?xml version="1.0" standalone="yes" encoding="a"?><a/>
<?xml version="1.0" version="1.0"?><a/> ¦ <?xml version="1.0"? ¦ <?xml version="1.0"\u00a0?><a/>
<!DOCTYPE a><a/> ¦ <!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a> ¦ <!doctype a><a/> ¦ <a><!DOCTYPE a></a>
<a>\0</a> ¦ <a>\u0008</a> ¦ <a>\u001f</a> ¦ <a>\ufffe</a> ¦ <a>\uffff</a> ¦ <a b="\u0001"/> ¦ <a b="\uffff"/>
<!--\u0001--><a/> ¦ <?p \ufffe?><a/> ¦ <a><![CDATA[\u0002]]></a> ¦ <a\0/> ¦ <a\u000c/> ¦ \u000b<a/> ¦ <a/>\0
<a>\ud800</a> ¦ <a>\udc00</a> ¦ <a>\udc00\ud800</a> ¦ <a b="\ud83d"/> ¦ <\ud800/> ¦ <!--\udfff--><a/>
<p:a/> ¦ <a p:b=""/> ¦ <a><b xmlns:p="u"/><p:c/></a> ¦ <a xmlns:p="u"><b xmlns:q="v"></b><q:c/></a>
<:a/> ¦ <a:/> ¦ <:/> ¦ <a::b/> ¦ <p:q:r xmlns:p="u"/> ¦ <p:1 xmlns:p="u"/> ¦ <a :b=""/> ¦ <a b:=""/>
<a xmlns:="u"/> ¦ <a xmlns:p=""/> ¦ <a xmlns:p="u" xmlns:p="u"/> ¦ <a xmlns="u" xmlns="u"/> ¦ <p:a xmlns:p="u"></a>
<a xmlns:p="u" xmlns:q="u" p:b="1" q:b="2"/> ¦ <a xmlns:p="u" xmlns:q="&#117;" p:b="" c="" q:b=""/>
<p:a xmlns:p="u" xmlns:q="u"></q:a> ¦ <xmlns:a/> ¦ <a xmlns:xmlns="u"/> ¦ <a xmlns:xml="u"/>
<a xmlns="http://www.w3.org/2000/xmlns/"/> ¦ <a xmlns:p="http://www.w3.org/2000/xmlns/"/>
<a xmlns:xmlns="http://www.w3.org/2000/xmlns/"/> ¦ <a xmlns="http://www.w3.org/XML/1998/namespace"/>
<a xmlns:p="http://www.w3.org/XML/1998/namespace"/>
`;

test('a document that is not well-formed is refused', () => {
  for (const text of ['', ' ', ...malformed.slice(1, -1).split(/ ¦ |\n/)]) {
    assert.equal(faultOf(text).kind, 'malformed', text);
  }
});

test('the end of an element is told as the offset behind its tag', () => {
  const ends: number[] = [];
  readXml('\ufeff<a>\r\n<b/ ><c>1</c\n></a>\n'.replace('/ >', '/>'), {
    open() {},
    text() {},
    close: (at) => ends.push(at),
    aside() {},
  });
  assert.deepEqual(ends, [10, 19, 23]);
});

test('what the handler throws passes through as it is', () => {
  const stop = new Error('enough');
  const none = { open() {}, text() {}, close() {}, aside() {} };
  for (const event of ['open', 'text', 'close', 'aside']) {
    const throwing = {
      ...none,
      [event]: () => {
        throw stop;
      },
    };
    assert.throws(
      () => readXml('<a>b<!----></a>', throwing),
      (error) => error === stop,
    );
  }
});
