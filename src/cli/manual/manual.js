"use strict";
const root=document.documentElement,field=document.getElementById("search"),found=document.getElementById("found"),MOST=60;
// A choice of theme holds for the session where the browser keeps it for files.
try{const kept=sessionStorage.getItem("theme");if(kept)root.dataset.theme=kept;}catch{}
document.getElementById("theme").onclick=()=>{
  const dark=root.dataset.theme?root.dataset.theme==="dark":matchMedia("(prefers-color-scheme:dark)").matches;
  root.dataset.theme=dark?"light":"dark";
  try{sessionStorage.setItem("theme",root.dataset.theme);}catch{}};

// On a narrow screen the contents of a page are opened when they are wanted.
const contents=document.querySelector(".contents details");
if(contents&&matchMedia("(max-width:820px)").matches)contents.open=false;

// Keywords without effect: shown by the box, or when the address names one.
const all=document.getElementById("all");
function showAll(on){if(on)root.dataset.all="";else delete root.dataset.all;if(all)all.checked=on;}
if(all)all.onchange=()=>showAll(all.checked);
function reach(){
  const place=location.hash&&document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if(place&&place.closest(".idle")&&!("all" in root.dataset)){showAll(true);place.scrollIntoView();}}
addEventListener("hashchange",reach);reach();

// The index is a script: pages that are opened from a disk may not read files.
let loading=null;
function load(){
  return loading??=new Promise(done=>{
    const script=document.createElement("script");script.src="search.js";
    script.onload=()=>done(window.INDEX.map(([title,kind,address,text])=>({title,kind,address,text,low:title.toLowerCase(),all:(title+" "+text).toLowerCase()})));
    script.onerror=()=>done([]);document.head.append(script);});}
// Better is lower: the title itself, its beginning, one of its words, a part of it, the text.
const KINDS=["operator","keyword","language","example","diagnostic","word","former","not implemented"];
function score(entry,words){
  let sum=0;
  for(const word of words){
    if(!entry.all.includes(word))return null;
    const parts=entry.low.split(/[^\p{L}\p{N}_]+/u);
    sum+=entry.low===word?0:parts[parts.length-1]===word?2:entry.low.startsWith(word)?3:parts.includes(word)?4:parts.some(part=>part.startsWith(word))?5:entry.low.includes(word)?6:9;}
  // Operators and keywords come before codes, unless a code is asked for.
  const late=entry.kind==="diagnostic"&&!words.some(word=>entry.low.startsWith(word));
  return (late?1e5:0)+sum*10+Math.max(0,KINDS.indexOf(entry.kind))/2+Math.min(entry.low.length,80)/100;}
function line(entry){
  const item=document.createElement("li"),link=document.createElement("a"),kind=document.createElement("small"),text=document.createElement("span");
  link.href=entry.address;kind.textContent=" "+entry.kind;text.textContent=entry.text.slice(0,140);
  link.append(entry.title,kind,text);link.onclick=()=>{found.hidden=true;};item.append(link);return item;}
async function search(){
  const words=field.value.toLowerCase().split(/\s+/).filter(Boolean);
  if(!words.length){found.hidden=true;found.replaceChildren();root.dataset.found="";return;}
  const index=await load();
  const hits=index.map(entry=>[score(entry,words),entry]).filter(([rank])=>rank!==null).sort((a,b)=>a[0]-b[0]);
  const items=hits.slice(0,MOST).map(([,entry])=>line(entry));
  if(hits.length>MOST||!hits.length){
    const more=document.createElement("p");more.textContent=hits.length?`${hits.length-MOST} more: add a word`:"Nothing found.";items.push(more);}
  found.replaceChildren(...items);found.hidden=false;root.dataset.found=hits.length;}
field.oninput=search;field.onfocus=()=>{load();if(field.value)search();};
let chosen=-1;
field.onkeydown=event=>{
  const items=[...found.querySelectorAll("li")];
  if(event.key==="Escape"){found.hidden=true;field.blur();}
  else if(event.key==="Enter"){const item=items[Math.max(0,chosen)];if(item)item.firstChild.click();}
  else if(event.key==="ArrowDown"||event.key==="ArrowUp"){
    chosen=Math.max(0,Math.min(items.length-1,chosen+(event.key==="ArrowDown"?1:-1)));
    items.forEach((item,rank)=>item.classList.toggle("chosen",rank===chosen));items[chosen]?.scrollIntoView({block:"nearest"});event.preventDefault();}
  else chosen=-1;};
addEventListener("keydown",event=>{if(event.key==="/"&&!/INPUT|TEXTAREA/.test(document.activeElement.tagName)){event.preventDefault();field.focus();}});
addEventListener("click",event=>{if(!event.target.closest(".search"))found.hidden=true;});
